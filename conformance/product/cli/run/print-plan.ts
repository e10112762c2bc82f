import { itemKinds, itemsText } from '../../../../reports/figures.ts'
import { departuresOf } from '../../../../reports/identity.ts'
import type { Cost } from '../../../core/model/operation.ts'
import type { Plan } from '../../../core/model/plan.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import { areaOf, areas, type Endpoint, endpoints } from '../../../core/model/vocabulary.ts'
import { counted } from '../../../core/text/counted.ts'
import { wholePlan } from '../../../engine/generate/plan.ts'
import type { RunOptions } from '../../config/run-options.ts'
import { done } from '../../report/exit-code.ts'
import { experimentSize } from '../../run/behind-the-gateway.ts'
import { type Account, accountFor, type Origin, originOf } from '../../run/plan/account-for.ts'
import { clientTraits, type TraitCount } from '../../run/plan/client-traits.ts'
import { emptyShareInWords, isEmpty } from '../../run/plan/empty-share.ts'
import { planFor } from '../../run/plan/plan-for.ts'
import type { CostBeyondPlan } from '../../run/plan/promise.ts'
import { ownPlan } from '../../run/run.ts'
import type { Io } from '../io.ts'
import type { RunArguments } from './options/run-options.ts'
import { startProgress } from './progress.ts'

/** Prints the requests that a run would send: a summary as text, or each request as JSON. */
export async function printPlan(options: RunArguments, catalogue: Catalogue, io: Io): Promise<number> {
  const progress = startProgress(io, options.isQuiet)
  progress.phase('planning')
  const onDrawn = (drawn: number) => progress.figure(`${counted(drawn, 'request')} drawn`)
  const plan = await wholePlan(await ownPlan(options, catalogue, planFor, onDrawn), onDrawn)
  progress.end()
  const account = accountFor(plan, options, catalogue.operations)
  const traits = await clientTraits(plan, options, catalogue.operations)
  if (options.shard !== undefined && isEmpty(plan)) io.stderr.write(`mgi: ${emptyShareInWords(options.shard)}\n`)
  io.stdout.write(
    options.isPlanJson
      ? planAsJson(plan, { ...account, traits }, options)
      : [...whither(options), planInWords(account, traits, await experimentSize(options, catalogue))].join('\n'),
  )
  return done
}

/** Describes the target and the places of keys, if a target is given. */
function whither({ url, targetOptions }: RunArguments): readonly string[] {
  if (url === undefined) return []
  return [`target ${url}`, ...departuresOf({ config: targetOptions.vocabulary }), '']
}

/** Renders a plan as JSON: its cost, and the purpose of each case and probe. */
function planAsJson(
  { cases, probes }: Plan,
  account: Account & { readonly traits: readonly TraitCount[] },
  {
    profile,
    seed,
    shard,
    url,
    targetOptions,
  }: Pick<RunOptions, 'profile' | 'seed' | 'shard' | 'url' | 'targetOptions'>,
): string {
  const listed = cases.map((planned) => {
    const { id, operation, purpose, cost, aims } = planned
    return { id, operation, origin: originOf(planned), purpose, requests: 1, ...cost, aims }
  })
  const probing = probes.map(({ id, operation, purpose, requests, cost, aims }) => {
    return { id, operation, origin: 'probe', purpose, requests, ...cost, aims }
  })
  const { credential, baseUrls } = targetOptions.vocabulary
  const head = {
    formatVersion: 1,
    target: url,
    credential,
    baseUrls,
    profile,
    seed,
    shard,
  }
  return `${JSON.stringify({ ...head, ...account, cases: [...listed, ...probing] }, null, 2)}\n`
}

const because: Readonly<Record<Origin, string>> = {
  preflight: 'the first request of each operation, to check that a run is possible',
  coverage: 'requests drawn from the seed to cover listed fields, values, sizes and combinations; each is billed',
  violation: 'single-violation requests; a rejection is not billed',
  exploration: 'requests of your own, and those that failed in an earlier run',
  probe: 'checks with several steps, and requests that no schema describes',
  declaration: 'one request for each capability that is declared absent',
}

const beyondBecause: Readonly<Record<keyof CostBeyondPlan, string>> = {
  probes: 'further steps of checks after a valid request was rejected',
  controls: 'valid requests that check whether the target still accepts others',
  rejections: 'smaller variants of valid requests that were rejected',
  explicit: 'rejected plain requests with explicit default values',
  proofs: 'requests that failed, sent again beside accepted ones',
  shrinking: 'smaller requests that still fail',
  retries: 'requests sent again because the target was busy or failed',
  exploration: 'requests drawn after the plan (--explore)',
  fetches: 'downloads of images by URLs in responses; not billed',
  looks: 'requests that check for another URL and whether the target still responds',
}

/** Renders a plan as text: the requests and their cost. */
function planInWords(
  { total, aims, operations, why, worst, beyond, constraints, items }: Account,
  traits: readonly TraitCount[],
  experiment: number,
): string {
  const lines = [
    head('by area and operation'),
    ...areas.flatMap((area) => areaRows(area, operations)),
    row('total, at most', total),
    '',
    head('why'),
    ...why.map(({ origin, total: own }) => `${row(`  ${origin}`, own)}  ${because[origin]}`),
    '',
    head('beyond that, at most'),
    ...(Object.keys(beyond) as (keyof CostBeyondPlan)[])
      .filter((kind) => beyond[kind] > 0)
      .map((kind) => `${row(`  ${names[kind]}`, { requests: beyond[kind] })}${gap}${beyondBecause[kind]}`),
    '',
    head('cost'),
    row('expected', total),
    row('worst', { requests: Number.NaN, ...worst }),
    ...(experiment === 0
      ? []
      : [
          `After the run, the experiment behind the gateway sends up to ${experiment} requests more (--upstream). Its provider bills nothing.`,
          '',
        ]),
    'Expected: the target conforms. Worst: no target can cost more, whatever it accepts or fails; a request that could exceed',
    'this is not sent. Change it with --max-requests, --max-billed and --max-images.',
    '',
    `The cases satisfy ${constraints.valid} and violate ${constraints.violating} of the ${constraints.all} constraints of the request schemas; probes cover more.`,
    '',
    'Items that valid cases cover (counts: sizes of lists; pairs: optional features together)',
    ...items.flatMap(itemRows),
    '',
    ...traitTables(traits),
    `The plan covers ${aims} requirements. Nothing was sent.`,
  ]
  return `${lines.join('\n')}\n`
}

const names: Readonly<Record<keyof CostBeyondPlan, string>> = {
  probes: 'further steps',
  controls: 'control requests',
  rejections: 'minimised rejections',
  explicit: 'named defaults',
  proofs: 'repeated failures',
  shrinking: 'minimised failures',
  retries: 'retries',
  exploration: 'exploration',
  fetches: 'image downloads',
  looks: 'connection checks',
}

/** The maximum number of uncovered items of one kind that are named. `--plan --reporter json` names all. */
const mostNamed = 3

function itemRows({ endpoint, ...items }: Account['items'][number]): readonly string[] {
  const left = itemKinds.flatMap((kind) => {
    const names = items[kind].left
    const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
    return names.length === 0 ? [] : [`    ${kind} not covered: ${names.slice(0, mostNamed).join(', ')}${more}`]
  })
  return [`  ${endpoint.padEnd(17)} ${itemsText(items)}`, ...left]
}

/** Renders the traits of the requests of clients: a table for each area, with the number of requests of each operation. */
function traitTables(traits: readonly TraitCount[]): readonly string[] {
  const tables = areas.flatMap((area) => {
    const own = traits.filter(({ requests }) => Object.keys(requests).some((id) => areaOf[id as Endpoint] === area))
    const columns = endpoints.filter((endpoint) => own.some(({ requests }) => requests[endpoint] !== undefined))
    return own.length === 0 ? [] : [traitHead(area, columns), ...traitRows(own, columns)]
  })
  return tables.length === 0 ? [] : ['Requests as clients send them (requests that have each trait)', ...tables, '']
}

function traitHead(area: string, columns: readonly Endpoint[]): string {
  return `  ${area.padEnd(traitWidth)}${columns.map((endpoint) => endpoint.padStart(countWidth)).join('')}`
}

function traitRows(traits: readonly TraitCount[], columns: readonly Endpoint[]): readonly string[] {
  return traits.flatMap(({ kind, name, requests }, index) => {
    const counts = columns.map((endpoint) => String(requests[endpoint] ?? '–').padStart(countWidth))
    const title = traits[index - 1]?.kind === kind ? [] : [`    ${kind}`]
    return [...title, `      ${name.padEnd(traitWidth - 4)}${counts.join('')}`]
  })
}

/** The widths of the columns of traits, in characters. */
const traitWidth = 48
const countWidth = 18

/** Blank space of the width of the cost columns. */
const gap = ' '.repeat(23)

function areaRows(area: (typeof areas)[number], operations: Account['operations']): readonly string[] {
  const own = operations.filter(({ endpoint }) => areaOf[endpoint] === area)
  return own.length === 0 ? [] : [area, ...own.map(({ endpoint, total }) => row(`  ${endpoint}`, total))]
}

function head(title: string): string {
  return `${title.padEnd(24)}requests  model calls  images`
}

/** Returns a row of figures. A plan that is only limited by time has no number of requests. */
function row(name: string, { requests, calls, images }: { readonly requests: number } & Partial<Cost>): string {
  const count = Number.isNaN(requests) ? 'by time' : String(requests)
  const costs = calls === undefined ? '' : `  ${String(calls).padStart(11)}  ${String(images).padStart(6)}`
  return `${name.padEnd(24)}${count.padStart(8)}${costs}`
}
