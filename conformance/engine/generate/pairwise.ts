import type { AreaArbitraries, Deciding, Random } from '../../core/model/arbitraries.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { prove, type Subject } from '../plan/subject.ts'
import type { SmallSteps } from './pool.ts'
import { type Drawn, holds, isProvokable, overlaid, withBody } from './requests.ts'

/** One choice of its kind, with the members that all choices of its group share. */
interface Choice {
  readonly kind: string
  readonly name: string
  readonly body: Deciding['kinds'][string][string]
}

/** A request with some of the choices, and the images that it costs. */
interface Row {
  readonly choices: readonly Choice[]
  readonly drawn: Drawn
  readonly images: number
}

/** Returns the pairs of choices that a request has, by name. */
export function pairsIn(value: RequestValue, groups: readonly Deciding[]): readonly string[] {
  return groups.flatMap((group) => pairsOf(chosenIn(value, group)).map(nameOf))
}

/** Returns the members of a request that its choices decide. */
export function decidedMembers(value: RequestValue, groups: readonly Deciding[]): object {
  const chosen = groups.flatMap((group) => chosenIn(value, group))
  return chosen.reduce<object>((members, one) => overlaid(members, one.body) as object, {})
}

/** Returns the choices of a request. One that has all members of another of its kind, and more, stands for both. */
function chosenIn({ body }: RequestValue, group: Deciding): readonly Choice[] {
  const held = choicesOf(group).filter((one) => holds(body, one.body))
  return held.filter(
    (one) => !held.some((other) => other !== one && other.kind === one.kind && holds(other.body, one.body)),
  )
}

/** Returns the groups of choices of an operation, as far as the vendor supports them. */
export function decidingFor(subject: Subject, { deciding = [] }: AreaArbitraries): readonly Deciding[] {
  return deciding.filter((group) => isProvokable(subject, group))
}

/** Returns requests that together have each possible pair of choices: a covering array of strength two. */
export function* pairwiseRequests(
  subject: Subject,
  groups: readonly Deciding[],
  random: Random,
  plain: RequestValue,
): SmallSteps<readonly Drawn[]> {
  const found: Drawn[] = []
  for (const group of groups) {
    const all = choicesOf(group)
    const open = new Map<string, Row>()
    for (const pair of pairsOf(random.shuffled(all))) {
      yield
      const row = smallestWith(subject, plain, pair, all)
      if (row !== undefined) open.set(nameOf(pair), row)
    }
    while (open.size > 0) {
      yield
      const row = widened(subject, plain, cheapest([...open.values()]), all, open, random)
      for (const pair of pairsOf(row.choices)) open.delete(nameOf(pair))
      found.push(row.drawn)
    }
  }
  return found
}

/** Returns a request with a pair, and with one further choice if the pair needs it to be valid. */
function smallestWith(
  subject: Subject,
  plain: RequestValue,
  pair: readonly [Choice, Choice],
  all: readonly Choice[],
): Row | undefined {
  for (const more of [[], ...all.filter(isOfNewKind(pair)).map((one) => [one])]) {
    const row = rowOf(subject, plain, [...pair, ...more])
    if (row !== undefined) return row
  }
  return undefined
}

/** Adds each choice that makes new pairs at no further cost. */
function widened(
  subject: Subject,
  plain: RequestValue,
  start: Row,
  all: readonly Choice[],
  open: ReadonlyMap<string, Row>,
  random: Random,
): Row {
  let row = start
  for (const kind of random.shuffled([...new Set(all.map((one) => one.kind))])) {
    const { choices } = row
    const newWith = (one: Choice) => choices.filter((other) => open.has(nameOf([one, other]))).length
    const candidates = all.filter((one) => one.kind === kind && newWith(one) > 0).filter(isOfNewKind(choices))
    for (const one of random.shuffled(candidates).toSorted((a, b) => newWith(b) - newWith(a))) {
      const wider = rowOf(subject, plain, [...choices, one])
      if (wider === undefined || wider.images > start.images) continue
      row = wider
      break
    }
  }
  return row
}

function isOfNewKind(choices: readonly Choice[]): (one: Choice) => boolean {
  return ({ kind }) => choices.every((other) => other.kind !== kind)
}

function cheapest(rows: readonly Row[]): Row {
  return rows.reduce((one, other) => (other.images < one.images ? other : one))
}

function rowOf(subject: Subject, plain: RequestValue, choices: readonly Choice[]): Row | undefined {
  const value = choices.reduce((one, { body }) => withBody(one, body), plain)
  if (!choices.every(({ body }) => holds(value.body, body))) return undefined
  const proved = prove(subject, value)
  return proved && { choices, drawn: { value, uses: proved.uses }, images: subject.operation.cost(value).images }
}

function choicesOf({ body = {}, kinds }: Deciding): readonly Choice[] {
  return Object.entries(kinds).flatMap(([kind, choices]) =>
    Object.entries(choices).map(([name, own]) => ({ kind, name, body: overlaid(body, own) as Choice['body'] })),
  )
}

function pairsOf(choices: readonly Choice[]): readonly (readonly [Choice, Choice])[] {
  return choices.flatMap((one, index) =>
    choices
      .slice(index + 1)
      .filter(isOfNewKind([one]))
      .map((other) => [one, other] as const),
  )
}

function nameOf([one, other]: readonly [Choice, Choice]): string {
  return [one, other]
    .map(({ kind, name }) => `${kind} ${name}`)
    .sort()
    .join(' with ')
}
