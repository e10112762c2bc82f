import { validate } from '../../../schemas/index.ts'
import { isObject } from '../../../schemas/json.ts'
import type { Exchange } from '../../core/model/exchange.ts'
import type {
  ReceivedRequest,
  UpstreamEvidence,
  UpstreamFooter,
  UpstreamHeader,
  UpstreamTrial,
} from '../../core/model/upstream.ts'
import { decode, encode } from '../../engine/record/evidence/line.ts'

/** The file with the evidence of both sides, in the folder of a run. */
export const upstreamFile = 'upstream.ndjson'

/** Writes the evidence as lines of JSON: the header, each trial with its exchanges, and the footer. */
export function upstreamLines({ header, trials, sent, received, footer }: UpstreamEvidence): readonly string[] {
  const lines = trials.flatMap((trial) => {
    const exchange = sent.get(trial.id)
    const arrived = received.filter((one) => one.trial === trial.id)
    return [
      JSON.stringify({ kind: 'trial', ...trial }),
      ...(exchange === undefined ? [] : [`{"kind":"sent","exchange":${encode(exchange)}}`]),
      ...arrived.map(receivedLine),
    ]
  })
  const ending = footer === undefined ? [] : [JSON.stringify({ kind: 'footer', ...footer })]
  return [JSON.stringify({ kind: 'upstream', ...header }), ...lines, ...ending]
}

function receivedLine({ exchange, ...facts }: ReceivedRequest): string {
  return `${JSON.stringify({ kind: 'received', ...facts }).slice(0, -1)},"exchange":${encode(exchange)}}`
}

/** Reads the evidence of both sides. Returns a sentence if a line cannot be read. */
export function readUpstreamLines(lines: Iterable<string>): UpstreamEvidence | string {
  let header: UpstreamHeader | undefined
  let footer: UpstreamFooter | undefined
  const trials: UpstreamTrial[] = []
  const sent = new Map<string, Exchange>()
  const received: ReceivedRequest[] = []
  let number = 0
  for (const line of lines) {
    number += 1
    if (line.trim() === '') continue
    const value = parsedLine(line)
    if (value === undefined) return `line ${number} is not a JSON object`
    const [violation] = validate('results/upstream', value).violations
    if (violation !== undefined) return `line ${number}: ${violation.message}`
    const { kind, exchange: written, ...rest } = value
    const exchange = written === undefined ? undefined : exchangeFrom(written)
    if (typeof exchange === 'string') return `line ${number}: ${exchange}`
    if (kind === 'upstream') header = rest as unknown as UpstreamHeader
    else if (kind === 'trial') trials.push(rest as unknown as UpstreamTrial)
    else if (kind === 'footer') footer = rest as unknown as UpstreamFooter
    else if (kind === 'sent' && exchange !== undefined && trials.length > 0) sent.set(trials.at(-1)!.id, exchange)
    else if (kind === 'received' && exchange !== undefined)
      received.push({ ...(rest as unknown as Omit<ReceivedRequest, 'exchange'>), exchange })
    else return `line ${number} has no trial before it`
  }
  if (header === undefined) return 'it has no header'
  return { header, trials, sent, received, footer }
}

function parsedLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function exchangeFrom(written: unknown): Exchange | string {
  const line = decode(JSON.stringify(written))
  if (line.kind === 'exchange') return line.exchange
  return line.kind === 'problem' ? line.problem : 'it is not an exchange'
}
