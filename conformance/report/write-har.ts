import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { type HarKept, harEntry, harFrame } from '../../reports/index.ts'
import { decodedBody } from '../judge/read/decode.ts'
import { type Exchange, type Facet, isUnaltered } from '../model/exchange.ts'
import type { Report } from '../model/report.ts'
import { readEvidence } from '../record/evidence/read-evidence.ts'
import { wholeExchange } from './whole-exchange.ts'

/** What a HAR says of the run it is of. */
export type HarSubject = Pick<Report, 'tool' | 'target' | 'config' | 'startedAt'>

/**
 * The largest request body in a HAR. The bodies that try the limits of uploads make nearly all of a HAR of a whole run, and
 * network panels open no file of a hundred megabytes.
 */
const largestRequestBody = 1024 * 1024

/**
 * Writes all exchanges of evidence files as one HAR, one at a time, to a file or wherever `into` puts them. Request bodies
 * of more than a mebibyte are left out.
 */
export async function writeHar(
  subject: HarSubject,
  evidence: readonly string[],
  into: string | ((text: string) => unknown),
): Promise<void> {
  if (typeof into !== 'string') return writeEntries(subject, evidence, into)
  const file = openSync(into, 'w')
  try {
    await writeEntries(subject, evidence, (text) => writeWhole(file, Buffer.from(text)))
  } finally {
    closeSync(file)
  }
}

async function writeEntries(
  { tool, target, config, startedAt }: HarSubject,
  evidence: readonly string[],
  write: (text: string) => unknown,
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
    for await (const item of readEvidence(file)) {
      if (item.kind === 'header') began = item.header.startedAt
      if (item.kind !== 'exchange') continue
      const run = { target: target.url, startedAt: began, ...(baseUrls && { baseUrls }) }
      const entry = harEntry(wholeExchange(item.exchange, item.about), run, keptOf(item.exchange))
      write(`${isFirst ? '' : ',\n'}${JSON.stringify(entry)}`)
      isFirst = false
    }
  }
  write(tail)
}

/** Of what was captured, a HAR keeps neither chunks nor their times; what has labels for credentials is not as it was. */
function keptOf(exchange: Exchange): HarKept {
  const { caseId, attempt, why } = exchange
  const leftOut = leftOutOf(exchange)
  const lost: readonly Facet[] = ['chunks', 'timing', ...(leftOut === undefined ? [] : (['request-body'] as const))]
  return {
    captured: exchange.captured.filter((facet) => !lost.includes(facet) && isUnaltered(exchange, facet)),
    ...(caseId === undefined ? {} : { caseId }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(why === undefined ? {} : { why }),
    ...('bytes' in decodedBody(exchange) ? {} : { isEncoded: true }),
    ...(leftOut === undefined ? {} : { leftOut }),
  }
}

/** What is said in place of a large body, so that it can be found in the evidence and compared. */
function leftOutOf({ request: { body } }: Exchange): string | undefined {
  if (body.length <= largestRequestBody) return undefined
  const digest = createHash('sha256').update(body).digest('hex')
  return `left out: ${body.length} bytes, sha256:${digest}; the evidence has the body in the exchange of this id`
}

function writeWhole(file: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
