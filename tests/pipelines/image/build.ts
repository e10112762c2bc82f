import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ignore from '@balena/dockerignore'
import { type Copy, DockerfileParser, type From } from 'dockerfile-ast'
import { ended } from '../../package/consumer.ts'

const context = fileURLToPath(new URL('../../../', import.meta.url))

export const dockerfile = readFileSync(join(context, 'Dockerfile'), 'utf8')

/** An instruction: its keyword, its flags such as `--from=build`, and the text after them. */
export interface Instruction {
  readonly keyword: string
  readonly flags: Readonly<Record<string, string>>
  readonly text: string
}

/** A part of a Dockerfile that begins with FROM. */
export interface Stage {
  readonly name: string
  readonly base: string
  readonly instructions: readonly Instruction[]
}

/** The stages of the Dockerfile; the last one is the image. */
export const stages: readonly Stage[] = stagesOf(dockerfile)

function stagesOf(text: string): readonly Stage[] {
  const all = DockerfileParser.parse(text).getInstructions()
  const begins = all.flatMap((one, at) => (one.getKeyword() === 'FROM' ? [at] : []))
  return begins.map((begin, stage) => {
    const from = all[begin] as From
    const instructions = all.slice(begin + 1, begins[stage + 1]).map((one) => {
      const flags = one.getKeyword() === 'COPY' ? (one as Copy).getFlags() : []
      const named = flags.map((flag) => [flag.getName(), flag.getValue() ?? ''])
      return { keyword: one.getKeyword(), flags: Object.fromEntries(named), text: one.getArgumentsContent() ?? '' }
    })
    return { name: from.getBuildStage() ?? '', base: from.getImage() ?? '', instructions }
  })
}

/** Returns the files of the build context without those that .dockerignore excludes. */
async function contextFiles(): Promise<readonly string[]> {
  const listed = await ended('git', ['ls-files', '--cached', '--others', '--exclude-standard'], context)
  const ignored = ignore.default().add(readFileSync(join(context, '.dockerignore'), 'utf8'))
  return listed.stdout.trim().split('\n').filter(ignored.createFilter())
}

/** Runs the COPY, RUN and WORKDIR instructions of a stage on this machine, with a folder as its root. */
export async function buildStage(stage: Stage, root: string, others: Readonly<Record<string, string>>): Promise<void> {
  let folder = root
  for (const { keyword, flags, text } of stage.instructions) {
    const here = text.replaceAll(/(?<=^| )\/(?=[a-z])/g, `${root}/`)
    if (keyword === 'WORKDIR') {
      folder = here
      mkdirSync(folder, { recursive: true })
    }
    if (keyword === 'COPY') await copy(text, flags['from'], { root, folder, others })
    if (keyword === 'RUN') await run(here, folder)
  }
}

async function run(command: string, folder: string): Promise<void> {
  const { status, stdout, stderr } = await ended('sh', ['-c', command], folder)
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}${stderr}`)
}

interface Places {
  readonly root: string
  readonly folder: string
  readonly others: Readonly<Record<string, string>>
}

async function copy(text: string, from: string | undefined, { root, folder, others }: Places): Promise<void> {
  const sources = text.split(' ')
  const target = sources.pop() ?? ''
  const into = target.startsWith('/') ? join(root, target) : join(folder, target)
  if (from !== undefined) {
    const [source = ''] = sources
    cpSync(join(others[from] ?? '', source), into, { recursive: true, verbatimSymlinks: true })
    return
  }
  for (const name of await contextFiles())
    if (sources.includes('.') || sources.includes(name)) cpSync(join(context, name), join(into, name))
}

/** Returns the paths below a folder whose base name matches. */
export function namesBelow(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(basename(name)))
}
