import { Buffer } from 'node:buffer'
import { keyLabels } from '../../core/model/credential.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import { behindRequirement, modelOperations, type Remark } from './behind-requirement.ts'
import type { TrialCase } from './trial.ts'

/** The label of the upstream's key in evidence. */
export const upstreamKeyLabel = '«key:upstream»'

const clientLabels = [keyLabels.valid, keyLabels.validCounterpart]

/** Lines of stack traces of common languages, as they are or within JSON. */
const traces = [
  /(?:\n|\\n)\s*at [\w.<>$ ]+\(?[^\s()]+:\d+:\d+\)?/,
  /Traceback \(most recent call last\)/,
  /\bgoroutine \d+ \[/,
  /(?:\n|\\n)\s*at [\w.$]+\([\w.]+\.java:\d+\)/,
]

const credentials = behindRequirement({
  id: 'upstream.credentials',
  statement:
    'The client’s key does not reach the upstream; the upstream’s key and address, and stack traces, do not reach the client.',
  interpretation: 'U1',
  on: modelOperations,
  // If the upstream accepts no connection, nothing is received, and the error of the network often names its address.
  appliesTo: (one) => one.received.length > 0 || (one.trial.behaviour.kind === 'refused' && !told(one).next().done),
  *look(one) {
    const { received, isSharedKey } = one
    const up = received.map(({ exchange: { request } }) =>
      [request.path, ...request.headers.map(([name, value]) => `${name}: ${value}`), text(request.body)].join('\n'),
    )
    if (isSharedKey !== true && up.some((sent) => clientLabels.some((label) => holds(sent, label))))
      yield leaked('the client’s key reached the upstream', keyLabels.valid)
    yield* told(one)
  },
})

/** Yields what a reply tells the client of the upstream and the gateway. */
function* told({ raw, seen, host, isSharedKey }: TrialCase): Generator<Remark> {
  const headers = (seen.exchange.response?.headers ?? []).map(([name, value]) => `${name}: ${value}`).join('\n')
  const down = `${headers}\n${raw}`
  if (isSharedKey !== true && holds(down, upstreamKeyLabel))
    yield leaked('the upstream’s key reached the client', upstreamKeyLabel)
  if (hasAddress(down, host)) yield leaked('the upstream’s address reached the client', host)
  const trace = traces.map((pattern) => pattern.exec(raw)?.[0]).find((found) => found !== undefined)
  if (trace !== undefined) yield leaked('a stack trace reached the client', trace.trim().slice(0, 120))
}

function leaked(message: string, actual: string): Remark {
  return { as: 'fail', message, expected: 'absent', actual }
}

/** The names by which a gateway may call this machine. */
const loopback = ['127.0.0.1', 'localhost', '[::1]', '::1', 'host.docker.internal']

/** Returns whether a text has the address of the upstream: its port after a name of its host. */
function hasAddress(where: string, host: string): boolean {
  const [, name = host, port = '80'] = /^(.*?)(?::(\d+))?$/.exec(host) ?? []
  return [name, ...loopback].some((one) => {
    for (let at = where.indexOf(`${one}:${port}`); at >= 0; at = where.indexOf(`${one}:${port}`, at + 1))
      if (!/\d/.test(where.charAt(at + one.length + port.length + 1))) return true
    return false
  })
}

function text(bytes: TrialCase['seen']['body']): string {
  return Buffer.from(bytes).toString('utf8')
}

/** A label may stand in a header, whose text is read as Latin-1. */
function holds(where: string, label: string): boolean {
  return where.includes(label) || where.includes(encodeURIComponent(label))
}

export const ofCredentials = [credentials] as const satisfies readonly Requirement[]
