import type { AreaArbitraries, Deciding, Random } from '../../core/model/arbitraries.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import type { Subject } from '../plan/subject.ts'
import type { Covered, RequestCandidate } from './covered.ts'
import type { SmallSteps } from './pool.ts'
import { arranged, type Drawn, holds, isProvokable, overlaid, withBody } from './requests.ts'

/** One choice of its kind. */
interface Choice {
  readonly kind: string
  readonly name: string
  readonly body: Deciding['kinds'][string][string]
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

/** The inputs for further pairs of choices. */
interface NewPairs {
  readonly subject: Subject
  readonly arbitraries: AreaArbitraries
  readonly groups: readonly Deciding[]
  readonly random: Random
  readonly covered: Covered
  readonly candidate: (drawn: Drawn) => RequestCandidate
}

/** The most pairs that are tried with one request. */
const mostTried = 40

/**
 * Gives a drawn request pairs of choices that no earlier request has, as far as they are valid together with its other
 * members, cost nothing, and add more new items than they replace.
 */
export function* withNewPairs(
  { subject, arbitraries, groups, random, covered, candidate }: NewPairs,
  before: RequestCandidate,
): SmallSteps<RequestCandidate> {
  const { operation } = subject
  const open = groups.flatMap((group) => pairsOf(choicesOf(group))).filter((pair) => covered.isNewUse(nameOf(pair)))
  const most = operation.cost(before.drawn.value)
  let best = before
  for (const pair of random.shuffled(open).slice(0, mostTried)) {
    yield
    const value = pair.reduce((one, { body }) => withBody(one, body), best.drawn.value)
    const drawn = arranged(subject, arbitraries, random, value, 0)
    if (drawn === undefined || losesNewUse(before.drawn, drawn, covered)) continue
    const { calls, images } = operation.cost(drawn.value)
    if (calls > most.calls || images > most.images) continue
    const next = candidate(drawn)
    if (covered.newIn(next, 1) > covered.newIn(best, 1)) best = next
  }
  return best
}

function losesNewUse(before: Drawn, after: Drawn, { isNewUse }: Covered): boolean {
  return before.uses.some((use) => isNewUse(use) && !after.uses.includes(use))
}

function isOfNewKind(choices: readonly Choice[]): (one: Choice) => boolean {
  return ({ kind }) => choices.every((other) => other.kind !== kind)
}

function choicesOf({ kinds }: Deciding): readonly Choice[] {
  return Object.entries(kinds).flatMap(([kind, choices]) =>
    Object.entries(choices).map(([name, body]) => ({ kind, name, body })),
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
