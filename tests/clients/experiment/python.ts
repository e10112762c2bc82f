import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import { ClientError, type Exercises } from './exercises/exercise.ts'

const main = fileURLToPath(new URL('python/main.py', import.meta.url))

/** The response of the Python process to one line of input. */
interface Answer {
  readonly operations?: Readonly<Record<string, Endpoint>>
  readonly value?: unknown
  readonly class?: string
  readonly message?: string
}

/** Returns the exercises of a Python module. They run in one process, in an environment with a single package. */
export function pythonExercises(requirement: string, module: string): (url: string) => Promise<Exercises> {
  let started: PythonProcess | undefined
  let operations: Answer['operations']
  // Waits for the process outside the exercise's timeout, because a new process first loads the client.
  const ready = async (url: string): Promise<PythonProcess> => {
    if (started !== undefined && !started.isEnded()) return started
    started = start(requirement, module)
    operations = (await started.ask({ url })).operations
    return started
  }
  return async (url) => {
    const own = await ready(url)
    const entries = Object.entries(operations ?? {}).map(([exercise, operation]) => {
      const run = async () => resultOf(await own.ask({ url, exercise }))
      return [exercise, { operation, run, stop: own.end }] as const
    })
    return Object.fromEntries(entries)
  }
}

function resultOf({ value, class: name, message = '' }: Answer): unknown {
  if (name !== undefined) throw new ClientError(name, message)
  return value
}

interface PythonProcess {
  ask(asked: object): Promise<Answer>
  isEnded(): boolean
  end(): void
}

function start(requirement: string, module: string): PythonProcess {
  const child: ChildProcess = spawn(interpreterWith(requirement), ['-W', 'ignore', main, module], {
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  return {
    async ask(asked) {
      child.stdin!.write(`${JSON.stringify(asked)}\n`)
      const { value, done } = await lines.next()
      if (done === true) throw new ClientError('ProcessEnded', 'the client ended its process')
      return JSON.parse(value) as Answer
    },
    isEnded: () => child.killed || child.exitCode !== null,
    end: () => child.kill('SIGKILL'),
  }
}

/** Creates an environment for each package, because two majors of one package cannot be installed together. */
function interpreterWith(requirement: string): string {
  const home = fileURLToPath(new URL(`../node_modules/.python/${requirement.replace('==', '-')}`, import.meta.url))
  const interpreter = `${home}/bin/python`
  if (existsSync(`${home}/.complete`)) return interpreter
  const pip = ['-m', 'pip', '--python', interpreter, 'install', '--quiet', '--no-input', '--no-compile', requirement]
  for (const command of [['-m', 'venv', '--without-pip', home], pip, ['-c', `open(r"${home}/.complete", "w")`]])
    if (spawnSync('python3', command, { stdio: 'inherit' }).status !== 0)
      throw new Error(`the Python environment with ${requirement} could not be made`)
  return interpreter
}
