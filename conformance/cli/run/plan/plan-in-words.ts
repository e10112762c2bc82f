import type { Reserve } from '../../../explore/drive/reserve.ts'
import type { Total } from '../../../explore/plan/budget.ts'
import { areas } from '../../../model/vocabulary.ts'
import { areaOf } from '../../report/selection.ts'
import type { Account, Why } from './account-for.ts'

const because: Readonly<Record<Why, string>> = {
  preflight: 'a first request of each operation, to see whether there is any point in a run',
  coverage: 'every listed field, value and boundary, packed into few requests that are paid for',
  violation: 'requests that break one sentence each; nobody bills a refusal',
  exploration: 'requests drawn at random from the seed',
  probe: 'what takes several steps, or follows from no schema',
  declaration: 'one request for each thing that the vendor declares absent',
}

const beyond: Readonly<Record<keyof Reserve, string>> = {
  division: 'packed requests that were refused, in parts, until one addition or file stands alone',
  tellingApart: 'each use of a refused request by itself',
  shrinking: 'requests of what fails, sent again and made smaller',
}

/** What a plan would send and what it would cost, for people. Sends nothing. */
export function planInWords({ total, aims, operations, why, fetches, reserve, constraints }: Account): string {
  const lines = [
    head('by area and operation'),
    ...areas.flatMap((area) => areaRows(area, operations)),
    row('in all, at most', total),
    '',
    head('why'),
    ...why.map(({ origin, total: own }) => `${row(`  ${origin}`, own)}  ${because[origin]}`),
    ...(fetches === 0 ? [] : ['', `At most ${fetches} images that replies name are fetched, which nobody bills.`]),
    '',
    head('beyond that, at most'),
    ...(Object.keys(beyond) as (keyof Reserve)[]).map(
      (kind) => `${row(`  ${names[kind]}`, reserve[kind])}  ${beyond[kind]}`,
    ),
    'These are sent only where the target refuses what it has to take, or breaks a sentence. What it is too busy for is',
    'asked for again, twice at most. --max-requests and --max-billed bound all of it.',
    '',
    `The cases meet ${constraints.valid} and break ${constraints.violating} of the ${constraints.all} constraints of the request schemas; probes add to that.`,
    `This sets out to exercise ${aims} requirements. Nothing was sent.`,
  ]
  return `${lines.join('\n')}\n`
}

const names: Readonly<Record<keyof Reserve, string>> = {
  division: 'division',
  tellingApart: 'telling apart',
  shrinking: 'shrinking',
}

function areaRows(area: (typeof areas)[number], operations: Account['operations']): readonly string[] {
  const own = operations.filter(({ endpoint }) => areaOf[endpoint] === area)
  return own.length === 0 ? [] : [area, ...own.map(({ endpoint, total }) => row(`  ${endpoint}`, total))]
}

function head(title: string): string {
  return `${title.padEnd(24)}requests  model calls  images`
}

function row(name: string, { requests, calls, images }: Total): string {
  return `${name.padEnd(24)}${String(requests).padStart(8)}  ${String(calls).padStart(11)}  ${String(images).padStart(6)}`
}
