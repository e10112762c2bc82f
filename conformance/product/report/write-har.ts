import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { type HarKept, harEntryOf, harFrame } from '../../../reports/index.ts'
import { createFile } from '../../core/files/write-file.ts'
import { type Exchange, type Facet, isUnaltered, type RecordedResponse } from '../../core/model/exchange.ts'
import type { EvidenceBody, ExchangeEvidence, Report } from '../../core/model/report.ts'
import { wholeBody } from '../../core/model/whole-body.ts'
import { counted } from '../../core/text/counted.ts'
import { asBuffer } from '../../core/wire/bytes.ts'
import { decodedBody } from '../../engine/judge/read/decode.ts'
import type { ExchangePurpose } from '../../engine/record/evidence/line.ts'
import { readEvidence } from '../../engine/record/evidence/read-evidence.ts'

/** The facts of a run that a HAR contains. */
export type HarSubject = Pick<Report, 'tool' | 'target' | 'config' | 'startedAt'>

/**
 * The maximum size in bytes of a request body in a HAR. Larger uploads would make up almost the whole HAR, and network
 * panels cannot open a file of a hundred megabytes.
 */
const largestRequestBody = 1024 * 1024

/**
 * Writes all exchanges of evidence files as one HAR, one at a time, to `into`. Omits request bodies of more than a
 * mebibyte. Throws the reason of `signal` if it is aborted.
 */
export async function writeHar(
  subject: HarSubject,
  evidence: readonly string[],
  into: string | ((text: string) => unknown),
  signal?: AbortSignal,
): Promise<void> {
  if (typeof into !== 'string') return writeEntries(subject, evidence, into, signal)
  const file = createFile(into)
  try {
    await writeEntries(subject, evidence, file.write, signal)
  } finally {
    file.close()
  }
}

async function writeEntries(
  { tool, target, config, startedAt }: HarSubject,
  evidence: readonly string[],
  write: (text: string) => unknown,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { head, tail } = harFrame(
    tool,
    'all exchanges of the run; secrets are replaced by labels, names are those of the specification',
  )
  write(head)
  const { baseUrls } = config ?? {}
  let isFirst = true
  for (const file of evidence) {
    let began = startedAt
    for await (const item of readEvidence(file, signal)) {
      if (item.kind === 'header') began = item.header.startedAt
      if (item.kind !== 'exchange') continue
      const run = { target: target.url, startedAt: began, ...(baseUrls && { baseUrls }) }
      const entry = harEntryOf(wholeExchange(item.exchange, item.about), run, keptOf(item.exchange))
      write(`${isFirst ? '' : ',\n'}${JSON.stringify(entry)}`)
      isFirst = false
    }
  }
  signal?.throwIfAborted()
  write(tail)
}

/** Returns the facets that a HAR preserves. It has no chunks or chunk times, and labels alter text. */
function keptOf(exchange: Exchange): HarKept {
  const { caseId, attempt, why } = exchange
  const leftOut = leftOutOf(exchange)
  const lost: readonly Facet[] = ['chunks', 'timing', ...(leftOut === undefined ? [] : (['request-body'] as const))]
  return {
    captured: exchange.captured.filter((facet) => !lost.includes(facet) && isUnaltered(exchange, facet)),
    caseId,
    attempt,
    why,
    ...('bytes' in decodedBody(exchange) ? {} : { isEncoded: true }),
    leftOut,
  }
}

/** Returns a note that replaces a large body and locates it in the evidence. */
function leftOutOf({ request: { body } }: Exchange): string | undefined {
  if (body.length <= largestRequestBody) return undefined
  const digest = createHash('sha256').update(body).digest('hex')
  return `left out: ${counted(body.length, 'byte')}, sha256:${digest}; the evidence has the body in the exchange of this id`
}

/** Returns an exchange in the form of reports, but with complete bodies and without the events of a stream. */
function wholeExchange(exchange: Exchange, { operation, purpose }: ExchangePurpose): ExchangeEvidence {
  const { id, startedAt, durationMs, ended, trouble, request, response } = exchange
  return {
    id,
    operation,
    purpose,
    startedAt,
    durationMs,
    ended,
    trouble,
    request: { method: request.method, path: request.path, headers: request.headers, body: whole(request.body) },
    response:
      response === null
        ? null
        : {
            status: response.status,
            headers: response.headers,
            body: whole(bodyOf(exchange, response)),
            chunks: response.chunks.map(({ at, bytes }) => ({ at, bytes: bytes.length })),
          },
  }
}

/** Returns the body, decoded if possible. */
function bodyOf(exchange: Exchange, { chunks }: RecordedResponse): Uint8Array {
  const decoded = decodedBody(exchange)
  return 'bytes' in decoded ? decoded.bytes : wholeBody(chunks)
}

function whole(bytes: Uint8Array): EvidenceBody {
  const buffer = asBuffer(bytes)
  const text = isUtf8(buffer) ? { text: buffer.toString('utf8') } : { base64: buffer.toString('base64') }
  return { ...text, bytes: bytes.length, truncated: false }
}
