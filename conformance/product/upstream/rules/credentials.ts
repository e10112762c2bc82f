import { keyLabels } from '../../../core/model/credential.ts'
import type { UpstreamRule } from '../rules.ts'

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

export const credentialsStay: UpstreamRule = {
  statement:
    'The client’s key does not reach the upstream; the upstream’s key and address, and stack traces, do not reach the client.',
  appliesTo: () => true,
  *check({ received, reply, sent }, { host, isSharedKey }) {
    const up = received.map(({ exchange: { request } }) =>
      [request.path, ...request.headers.map(([name, value]) => `${name}: ${value}`), text(request.body)].join('\n'),
    )
    if (!isSharedKey && up.some((one) => clientLabels.some((label) => holds(one, label))))
      yield {
        as: 'fail',
        message: 'the client’s key reached the upstream',
        expected: 'absent',
        actual: keyLabels.valid,
      }
    const headers = (sent.response?.headers ?? []).map(([name, value]) => `${name}: ${value}`).join('\n')
    const down = `${headers}\n${reply.raw}`
    if (!isSharedKey && holds(down, upstreamKeyLabel))
      yield {
        as: 'fail',
        message: 'the upstream’s key reached the client',
        expected: 'absent',
        actual: upstreamKeyLabel,
      }
    const address = addressPattern(host).exec(down)?.[0]
    if (address !== undefined)
      yield { as: 'fail', message: 'the upstream’s address reached the client', expected: 'absent', actual: address }
    const trace = traces.map((pattern) => pattern.exec(reply.raw)?.[0]).find((found) => found !== undefined)
    if (trace !== undefined)
      yield {
        as: 'fail',
        message: 'a stack trace reached the client',
        expected: 'absent',
        actual: trace.trim().slice(0, 120),
      }
  },
}

/** Matches the port of the upstream after any name of its host. */
function addressPattern(host: string): RegExp {
  const port = /:(\d+)$/.exec(host)?.[1] ?? '80'
  return new RegExp(`[\\w.-]*[\\w.\\]-]:${port}(?!\\d)`)
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}

/** A label may stand in a header, whose text is read as Latin-1. */
function holds(where: string, label: string): boolean {
  return where.includes(label) || where.includes(encodeURIComponent(label))
}
