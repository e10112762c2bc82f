import type { Finding } from '../../core/model/finding.ts'
import type { Collected, TranscriptRequirement } from '../../core/model/requirement.ts'
import type { Dimension, Endpoint, Level } from '../../core/model/vocabulary.ts'
import { isRejected, replyInWords, type TrialCase, type TrialFact, trialFact, trialOf } from './trial.ts'

/** Something that a rule found in an attempt of a trial. An attempt about which it finds nothing passes. */
export interface Remark extends Omit<Finding, 'doubt'> {
  /** `undecided` means that the attempt shows nothing. */
  readonly as: 'fail' | 'undecided'
}

/** A sentence about gateways and their providers. */
interface BehindRule<Id extends string> {
  readonly id: Id
  readonly statement: string
  readonly interpretation: string
  /** `field` if it is about a part of a request or a reply, so that it decides features; by default `status`. */
  readonly dimension?: Dimension
  /** By default `stated`. What is `unspecified` is only observed. */
  readonly level?: Level
  readonly on: readonly [Endpoint, ...Endpoint[]]
  readonly appliesTo: (one: TrialCase) => boolean
  /** Yields what one attempt shows. */
  readonly look?: (one: TrialCase) => Iterable<Remark>
  /** Yields what an attempt shows beside the others. Comes after `look`. */
  readonly compare?: (one: TrialFact, all: readonly TrialFact[]) => Iterable<Remark>
  /** The attempts after which a failure counts although nothing arrives any more; absent if something has to. */
  readonly provenAfter?: number
}

interface Fact {
  readonly applies: boolean
  readonly remarks: readonly Remark[]
  readonly fact: TrialFact
}

/** The text operations, and those of images. `usage.token` has no provider. */
export const textOperations = ['content.generate', 'content.stream', 'messages.create', 'messages.stream'] as const
export const streamOperations = ['content.stream', 'messages.stream'] as const
export const modelOperations = ['images.generate', 'images.edit', 'images.variation', ...textOperations] as const

/**
 * Returns a requirement about what happens behind a gateway. A trial fails if each of its attempts does, and an ordinary
 * request arrived and was served between two of them (interpretations G18 and U2).
 */
export function behindRequirement<const Id extends string>(rule: BehindRule<Id>): TranscriptRequirement<Id> {
  const { id, statement, interpretation, dimension = 'status', level = 'stated', on, appliesTo, look, compare } = rule
  const [endpoint, ...alsoOn] = on
  const made: TranscriptRequirement<Id, Fact> = {
    kind: 'transcript',
    behind: true,
    id,
    statement,
    interpretation,
    section: 'upstream',
    endpoint,
    alsoOn,
    dimension,
    level,
    needs: [],
    // A streamed trial is compared with the plain one.
    acrossOperations: true,
    collect(seen) {
      const one = trialOf(seen)
      if (one === undefined) return undefined
      const applies = on.includes(one.trial.operation) && appliesTo(one)
      return { applies, remarks: applies ? [...(look?.(one) ?? [])] : [], fact: trialFact(one) }
    },
    check: (collected) => findingsOf(rule, collected, compare),
    isExercised: (collected) => collected.some(({ fact }) => fact.applies),
    restsOn: (collected) => new Set(collected.filter(({ fact }) => fact.applies).map(({ exchange }) => exchange)),
  }
  return made
}

interface Attempt {
  readonly fact: TrialFact
  readonly remarks: readonly Remark[]
}

function* findingsOf(
  { level, provenAfter }: BehindRule<string>,
  collected: readonly Collected<Fact>[],
  compare: BehindRule<string>['compare'],
): Generator<Finding & { readonly exchange: string }> {
  const all = collected.map(({ fact }) => fact.fact)
  for (const attempts of trialsIn(collected, compare === undefined ? () => [] : (fact) => [...compare(fact, all)])) {
    const decided = attempts.filter(
      ({ remarks }) => remarks.every(({ as }) => as !== 'undecided') || isFailing(remarks),
    )
    const failing = decided.filter(({ remarks }) => isFailing(remarks))
    const isShown = level === 'unspecified' || isProven(failing, all) || failing.length >= (provenAfter ?? Infinity)
    if (decided.length === 0) for (const one of attempts.slice(-1)) yield* located(one, 'undecided')
    // A trial that passed when it was sent again is only observed.
    else if (failing.length < decided.length) continue
    else if (isShown) yield* located(failing[0]!, 'fail')
    else yield* located(failing[0]!, 'fail', failing.length === 1 ? ', once' : ', and nothing was served in between')
  }
}

function isFailing(remarks: readonly Remark[]): boolean {
  return remarks.some(({ as }) => as === 'fail')
}

/** Returns the attempts of each trial to which a rule applies, in the order of sending. */
function trialsIn(
  collected: readonly Collected<Fact>[],
  compared: (fact: TrialFact) => readonly Remark[],
): readonly (readonly Attempt[])[] {
  const trials = new Map<string, Attempt[]>()
  for (const { fact: one } of collected) {
    if (!one.applies) continue
    const { fact, remarks } = one
    const attempts = trials.get(fact.trial.id) ?? []
    trials.set(fact.trial.id, attempts)
    attempts.push({ fact, remarks: [...remarks, ...compared(fact)] })
  }
  return [...trials.values()].map((attempts) =>
    attempts.sort((one, other) => one.fact.startedAt - other.fact.startedAt),
  )
}

/** Returns whether an ordinary request of the operation arrived and was served between two failures. */
function isProven(failing: readonly Attempt[], all: readonly TrialFact[]): boolean {
  const [first, last] = [failing[0]?.fact, failing.at(-1)?.fact]
  if (first === undefined || last === undefined || first === last) return false
  return all.some(
    (one) =>
      one.trial.operation === first.trial.operation &&
      one.arrived > 0 &&
      one.isServed &&
      one.startedAt > first.startedAt &&
      one.startedAt < last.startedAt,
  )
}

function* located(
  { fact: { exchange }, remarks }: Attempt,
  word: Remark['as'],
  doubt?: string,
): Generator<Finding & { readonly exchange: string }> {
  for (const { as, message, ...rest } of remarks) {
    if (as !== word) continue
    if (word === 'fail' && doubt === undefined) yield { ...rest, message, exchange }
    else
      yield {
        ...rest,
        message: `${message}${doubt ?? ''}`,
        exchange,
        doubt: true,
        ...(word === 'fail' ? { once: true as const } : {}),
      }
  }
}

export function mismatch(message: string, expected: string, actual: unknown): Remark {
  return { as: 'fail', message, expected, actual: String(actual ?? 'none').slice(0, 200) }
}

/** Returns the remark on a request that did not arrive, if it did not. */
export function notArrived(one: TrialCase): Remark | undefined {
  if (one.received.length > 0) return undefined
  const why = isRejected(one) ? rejection(one) : replyInWords(one)
  return { as: 'undecided', message: `the request did not arrive at the upstream (${why})` }
}

/** Describes how the gateway rejected a request. */
export function rejection(one: TrialCase): string {
  return `the gateway answered ${replyInWords(one)}: ${one.raw.slice(0, 120)}`
}
