import { closeSync, openSync, writeSync } from 'node:fs'
import { type HarKept, harEntry, harFrame } from '../../reports/index.ts'
import { decodedBody } from '../judge/read/decode.ts'
import { type Exchange, isUnaltered } from '../model/exchange.ts'
import type { Report } from '../model/report.ts'
import type { About } from '../record/evidence/line.ts'
import { readEvidence } from '../record/evidence/read-evidence.ts'
import { wholeExchange } from './whole-exchange.ts'

/** What a HAR says of the run it is of. */
export type HarSubject = Pick<Report, 'tool' | 'target' | 'config' | 'startedAt'>

/** Writes all exchanges of evidence files as one HAR, whole and one at a time, to a file or wherever `into` puts them. */
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
      const entry = harEntry(wholeExchange(item.exchange, item.about), run, keptOf(item.exchange, item.about))
      write(`${isFirst ? '' : ',\n'}${JSON.stringify(entry)}`)
      isFirst = false
    }
  }
  write(tail)
}

/** Of what was captured, a HAR keeps neither chunks nor their times; what has labels for credentials is not as it was. */
function keptOf(exchange: Exchange, { origin }: About): HarKept {
  return {
    captured: exchange.captured.filter(
      (facet) => facet !== 'chunks' && facet !== 'timing' && isUnaltered(exchange, facet),
    ),
    ...(origin === undefined ? {} : { origin }),
    ...('bytes' in decodedBody(exchange) ? {} : { isEncoded: true }),
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
