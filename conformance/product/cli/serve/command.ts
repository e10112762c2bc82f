import {
  faultById,
  faults,
  type LoggedRequest,
  longestCycle,
  type ModelLabel,
  type ModelName,
  readFaultSelector,
  startReferenceServer,
} from '../../../../reference-server/index.ts'
import { type Endpoint, endpoints } from '../../../core/model/vocabulary.ts'
import { suggestion } from '../../../core/text/nearest.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { choice } from '../../config/choices.ts'
import { shownUrl } from '../../config/target-url.ts'
import { done } from '../../report/exit-code.ts'
import { command } from '../command.ts'
import { limitableTo } from '../faults/operations-of.ts'
import { oneLine } from '../io.ts'
import { anySeed, wholeNumber } from '../options/numbers.ts'
import { faultLines, listeningError, untilAborted } from './listening.ts'

export const serveCommand = command({
  name: 'serve',
  summary: 'Starts the reference server, which conforms to the specification except for the given faults.',
  usage: 'serve [OPTION …]',
  positionals: 0,
  options: {
    port: { type: 'string', value: 'N', help: 'The port to listen on; 0 is any free port (default 0).' },
    host: { type: 'string', value: 'H', help: 'The address to listen on (default 127.0.0.1).' },
    key: { type: 'string', value: 'K', multiple: true, help: 'A valid key; repeatable (default test-key).' },
    model: {
      type: 'string',
      value: 'MODEL=NAME',
      multiple: true,
      help: 'Another name for a model, such as content=gemini-2.5-flash; * is any name; repeatable.',
    },
    log: {
      type: 'boolean',
      help: 'Print each request on stderr: method, path, status, time, the faults that changed the response, and its error.',
    },
    cors: { type: 'string', value: 'ORIGIN', help: 'Let pages of this origin use it; * is any origin.' },
    fault: { type: 'string', value: 'ID', multiple: true, help: 'Apply this deliberate defect; repeatable.' },
    on: { type: 'string', value: 'OPERATION', help: 'Apply the faults to this operation only, such as images.edit.' },
    'fault-seed': {
      type: 'string',
      value: 'N',
      help: 'Seed that chooses the requests of ID@N/M (default 1).',
    },
  },
  notes: [
    'ID@N/M is an intermittent fault: it affects N of every M requests that it can affect, such as ID@1/5.',
    'With --on OPERATION, each fault affects only the responses of that operation. The operations:',
    `  ${endpoints.slice(0, 4).join(' ')}`,
    `  ${endpoints.slice(4).join(' ')}`,
    '--model names content, image-model-1, image-model-2 or image-model-multi; the messages API accepts any name without it.',
    'mgi faults lists the ids and the requirements that each violates.',
    'Prints its base URL as one line once it listens. Ends on SIGINT, SIGTERM or SIGHUP and, if a program started it, when that program ends or closes the standard input of the server.',
  ],
  async run({ values, io }) {
    for (const text of values.fault ?? []) assertFault(text)
    const on = operationGiven(values.on, values.fault ?? [])
    const faultSeed = wholeNumber('fault-seed', values['fault-seed'], anySeed)
    if (faultSeed !== undefined && values.fault?.some((text) => text.includes('@')) !== true)
      throw new UsageError('--fault-seed applies to intermittent faults only; add one with --fault ID@N/M')
    const server = await started({
      port: wholeNumber('port', values.port, { least: 0, most: 65_535 }) ?? 0,
      host: values.host ?? '127.0.0.1',
      faults: values.fault ?? [],
      on,
      faultSeed,
      ...(values.model === undefined ? {} : { modelNames: modelNamesGiven(values.model) }),
      ...(values.cors === undefined ? {} : { cors: originGiven(values.cors) }),
      ...(values.log === true ? { onRequest: (one) => io.stderr.write(`${inWords(one)}\n`) } : {}),
      keys: values.key,
      onFault: faultLines(io),
    })
    io.stdout.write(`${server.url}\n`)
    const reason = await Promise.race([untilAborted(io.signal), io.untilStarterEnds?.() ?? never])
    if (reason !== undefined) io.stderr.write(`mgi: ${reason}; the server ends\n`)
    await server.close()
    return done
  },
})

const never = new Promise<never>(() => {})

/** Describes a request in one line without its key. */
function inWords({ method, path, status, milliseconds, message, faults: shown }: LoggedRequest): string {
  const ended = status === undefined ? 'no response' : `${status}`
  const fault = shown.length === 0 ? '' : ` [fault ${shown.join(', ')}]`
  return oneLine(`${method} ${path} ${ended} ${milliseconds} ms${fault}${message === undefined ? '' : `: ${message}`}`)
}

/** The names to the left of `=` in `--model`, with the labels of the specification. */
const modelsNamed = {
  content: 'content-model-1',
  'content-model-1': 'content-model-1',
  'image-model-1': 'image-model-1',
  'image-model-2': 'image-model-2',
  'image-model-multi': 'image-model-multi',
} as const satisfies Readonly<Record<string, ModelLabel>>

function modelNamesGiven(texts: readonly string[]): readonly ModelName[] {
  return texts.map((text) => {
    const [model = '', ...rest] = text.split('=')
    const name = rest.join('=')
    if (name === '') throw new UsageError(`--model ${text}: write MODEL=NAME, such as content=gemini-2.5-flash`)
    return {
      label: modelsNamed[choice('model', model, Object.keys(modelsNamed) as (keyof typeof modelsNamed)[])],
      name,
    }
  })
}

function originGiven(text: string): string {
  const isOrigin = text === '*' || (URL.canParse(text) && new URL(text).origin === text)
  if (!isOrigin)
    throw new UsageError(`--cors ${shownUrl(text)} is not an origin; give one such as http://localhost:3000, or *`)
  return text
}

function assertFault(text: string): void {
  const selector = readFaultSelector(text)
  if (selector === undefined)
    throw new UsageError(
      `--fault ${text}: write N/M after the @, for N of every M requests, with M at most ${longestCycle}, such as @1/5`,
    )
  const known = [...faults.keys()]
  if (faultById(selector.id) === undefined)
    throw new UsageError(`unknown fault "${selector.id}"${suggestion(selector.id, known)}; mgi faults lists them`)
}

/** Returns the operation to which the faults are limited. Throws a `UsageError` unless every fault affects it. */
function operationGiven(text: string | undefined, given: readonly string[]): Endpoint | undefined {
  if (text === undefined) return undefined
  const on = choice('on', text, endpoints)
  if (given.length === 0) throw new UsageError('--on limits faults to one operation; add a fault with --fault ID')
  for (const selector of given) assertLimitable(readFaultSelector(selector)?.id ?? selector, on)
  return on
}

async function started(
  options: NonNullable<Parameters<typeof startReferenceServer>[0]>,
): ReturnType<typeof startReferenceServer> {
  try {
    return await startReferenceServer(options)
  } catch (error) {
    throw listeningError(error, 'port', options)
  }
}

/** Throws a `UsageError` if a fault cannot be limited to an operation, or does not affect it. */
function assertLimitable(id: string, on: Endpoint): void {
  if (!faults.has(id)) throw new UsageError(`--on ${on}: fault ${id} affects one operation only; leave out --on`)
  const reason = faults.get(id)?.notLimited
  if (reason !== undefined)
    throw new UsageError(`--on ${on}: fault ${id} cannot be limited to one operation: ${reason}`)
  const operations = limitableTo(id)
  if (!operations.includes(on))
    throw new UsageError(`--on ${on}: fault ${id} does not affect that operation; it affects ${operations.join(', ')}`)
}
