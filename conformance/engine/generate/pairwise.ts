import { type Members, membersOf } from '../../../schemas/json.ts'
import type { Deciding, DecidingChoice, Random } from '../../core/model/arbitraries.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { prove, type Subject } from '../plan/subject.ts'
import type { Covered, RequestCandidate } from './covered.ts'
import type { Drawn, SmallSteps } from './requests.ts'

/** A choice with the name of its kind and its own. */
interface NamedChoice extends DecidingChoice {
  readonly kind: string
  readonly name: string
}

type Pair = readonly [NamedChoice, NamedChoice]

/** Returns the pairs of choices that a request has, by name. */
export function pairsIn({ body }: RequestValue, deciding: readonly Deciding[]): readonly string[] {
  return deciding.flatMap((one) => pairsOf(choicesOf(one).filter(({ isMade }) => isMade(membersOf(body)))).map(nameOf))
}

/** The inputs for further pairs of choices. */
interface NewPairs {
  readonly subject: Subject
  readonly deciding: readonly Deciding[]
  readonly random: Random
  readonly covered: Covered
  readonly candidate: (drawn: Drawn) => RequestCandidate
}

/** The most pairs that are proved with one request. */
const mostProved = 16

/**
 * Gives a drawn request pairs of choices that no earlier request has, as far as they are valid together with its other
 * members, cost nothing, and add more new items than they replace. A question that provokes a new behavior only takes
 * over choices that do not change its answer.
 */
export function* withNewPairs(
  { subject, deciding, random, covered, candidate }: NewPairs,
  chosen: RequestCandidate,
): SmallSteps<RequestCandidate> {
  const { cost } = subject.operation
  const open = deciding.flatMap((one) => pairsOf(choicesOf(one))).filter((pair) => covered.isNewUse(nameOf(pair)))
  const newIn = (value: RequestValue) => pairsIn(value, deciding).filter(covered.isNewUse).length
  const most = cost(chosen.drawn.value)
  const isProvoking = chosen.provokes.some(covered.isNewUse)
  let best = chosen
  let left = mostProved
  for (const pair of random.shuffled(open)) {
    if (isProvoking && !pair.every((one) => one.isNeutral || one.isMade(membersOf(best.drawn.value.body)))) continue
    const value = withPair(best.drawn.value, pair)
    if (value === undefined || newIn(value) <= newIn(best.drawn.value)) continue
    yield
    const proved = prove(subject, value)
    const { calls, images } = cost(value)
    const isDear = calls > most.calls || images > most.images
    if (proved !== undefined && !isDear && !losesNewUse(chosen.drawn, proved, covered)) {
      const next = candidate({ value, uses: proved.uses })
      if (covered.newIn(next, 1) > covered.newIn(best, 1)) best = next
    }
    left -= 1
    if (left === 0) break
  }
  return best
}

function withPair(value: RequestValue, [one, other]: Pair): RequestValue | undefined {
  const first = withChoice(membersOf(value.body), one)
  const body = first && withChoice(first, other)
  return body !== undefined && one.isMade(body) && other.isMade(body) ? { ...value, body } : undefined
}

function withChoice(body: Members, { isMade, make }: DecidingChoice): Members | undefined {
  return isMade(body) ? body : make(body)
}

function losesNewUse(before: Drawn, after: Drawn, { isNewUse }: Covered): boolean {
  return before.uses.some((use) => isNewUse(use) && !after.uses.includes(use))
}

function choicesOf(deciding: Deciding): readonly NamedChoice[] {
  return Object.entries(deciding).flatMap(([kind, choices]) =>
    Object.entries(choices).map(([name, choice]) => ({ ...choice, kind, name })),
  )
}

function pairsOf(choices: readonly NamedChoice[]): readonly Pair[] {
  return choices.flatMap((one, index) =>
    choices
      .slice(index + 1)
      .filter(({ kind }) => kind !== one.kind)
      .map((other) => [one, other] as const),
  )
}

function nameOf(pair: Pair): string {
  return pair.map(({ kind, name }) => `${kind} ${name}`).join(' with ')
}
