import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue } from '../conformance/catalogue.ts'
import { readEvidence } from '../conformance/evidence/read-evidence.ts'
import { startJudge } from '../conformance/judge/index.ts'
import type { Exchange } from '../conformance/model/exchange.ts'
import { mgi, runNode } from './child.ts'
import type { Figure } from './figure.ts'

/** Exchanges a second of the offline judge on one core, over the exchanges of a standard run of each area and of all. */
export async function judgeThroughput(): Promise<readonly Figure[]> {
  const exchanges = await standardRun()
  const areas = [...new Set(catalogue.operations.map(({ area }) => area))]
  const byArea = areas.map((area) => {
    const operations = catalogue.operations.filter((operation) => operation.area === area)
    const own = exchanges.filter(({ request }) => operations.some((operation) => operation.matches(request)))
    return `${area} ${rate(own).toFixed(0)}`
  })
  return [
    {
      name: 'offline judge on one core',
      value: rate(exchanges),
      unit: 'exchanges/s',
      goal: { at: 'least', value: 10_000 },
      detail: `the ${exchanges.length} exchanges of a standard run, all ${catalogue.requirements.length} requirements; by area: ${byArea.join(', ')}`,
    },
  ]
}

/** Rounds before those that count: a judge that has judged some thousand exchanges is compiled. */
const warmUp = 10

/** Rounds that count, some seconds in all: single ones differ by a tenth where others use the machine as well. */
const rounds = 60

/**
 * The best rate of judging these exchanges again and again. There is no baseline in which a busy machine would show, and
 * noise only ever slows down.
 */
function rate(exchanges: readonly Exchange[]): number {
  const again = exchanges.map(copied)
  const judged = (round: number): void => judgeAll(round % 2 === 0 ? exchanges : again)
  for (let round = 0; round < warmUp; round += 1) judged(round)
  return Math.max(
    ...Array.from({ length: rounds }, (_, round) => {
      const started = performance.now()
      judged(round)
      return exchanges.length / ((performance.now() - started) / 1000)
    }),
  )
}

function judgeAll(exchanges: readonly Exchange[]): void {
  const judge = startJudge(catalogue)
  for (const exchange of exchanges) judge.see(unread(exchange))
  judge.conclude()
}

/** The same exchange elsewhere in memory: in no round is an upload compared with itself. */
function copied(exchange: Exchange): Exchange {
  return { ...exchange, request: { ...exchange.request, body: new Uint8Array(exchange.request.body) } }
}

/** The same exchange as if it had just come from a file: what was read of its upload before is forgotten. */
function unread(exchange: Exchange): Exchange {
  return { ...exchange, request: { ...exchange.request, body: exchange.request.body.subarray() } }
}

async function standardRun(): Promise<readonly Exchange[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  try {
    await runNode([mgi, 'run', '--out', folder, '--quiet'])
    const exchanges: Exchange[] = []
    for await (const item of readEvidence(join(folder, 'exchanges.ndjson'))) {
      if (item.kind === 'exchange') exchanges.push(item.exchange)
    }
    return exchanges
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
