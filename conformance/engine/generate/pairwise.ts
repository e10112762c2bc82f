import { type Members, membersOf } from '../../../schemas/json.ts'
import type { Deciding, DecidingChoice, Random } from '../../core/model/arbitraries.ts'
import { memoize } from '../../core/model/memoize.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { prove, type Subject } from '../plan/subject.ts'
import type { Covered, RequestCandidate } from './covered.ts'
import type { Drawn, SmallSteps } from './requests.ts'

/** Two choices of different kinds, and the name of both together. */
interface Pair {
  readonly name: string
  readonly choices: readonly [DecidingChoice, DecidingChoice]
}

/** Returns the pairs of choices that a request has, by name. */
export function pairsIn({ body }: RequestValue, deciding: readonly Deciding[]): readonly string[] {
  const members = membersOf(body)
  return deciding.flatMap((one) => {
    const made = new Set(choicesOf(one).filter(({ isMade }) => isMade(members)))
    return pairsOf(one).flatMap(({ name, choices }) => (choices.every((choice) => made.has(choice)) ? [name] : []))
  })
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
  const open = deciding.flatMap(pairsOf).filter(({ name }) => covered.isNewUse(name))
  const newIn = (value: RequestValue) => pairsIn(value, deciding).filter(covered.isNewUse).length
  const most = cost(chosen.drawn.value)
  const isProvoking = chosen.provokes.some(covered.isNewUse)
  let best = chosen
  let left = mostProved
  for (const { choices } of random.shuffled(open)) {
    if (isProvoking && !choices.every((one) => one.isNeutral || one.isMade(membersOf(best.drawn.value.body)))) continue
    const value = withPair(best.drawn.value, choices)
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

function withPair(value: RequestValue, [one, other]: Pair['choices']): RequestValue | undefined {
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

const choicesOf = memoize((deciding: Deciding): readonly DecidingChoice[] =>
  Object.values(deciding).flatMap((choices) => Object.values(choices)),
)

const pairsOf = memoize((deciding: Deciding): readonly Pair[] => {
  const named = Object.entries(deciding).flatMap(([kind, choices]) =>
    Object.entries(choices).map(([name, choice]) => ({ kind, name: `${kind} ${name}`, choice })),
  )
  return named.flatMap((one, index) =>
    named
      .slice(index + 1)
      .filter(({ kind }) => kind !== one.kind)
      .map((other) => ({ name: `${one.name} with ${other.name}`, choices: [one.choice, other.choice] })),
  )
})
