import type { ClientEffect, ShownByRun } from '../../../../core/model/client-effect.ts'
import { isSuccess } from '../../../../core/model/observation.ts'
import type { Cause, RequirementResult, ResultName } from '../../../../core/model/report.ts'
import { resultKey } from '../../../../core/model/requirement.ts'
import type { ExchangeFact } from '../../exchange-fact.ts'
import type { Ruling, SharedByFailing } from '../../ruling.ts'
import { withDroppedMembers } from './dropped-members.ts'
import { bodyInWords, factsIn, isOfOneValue, operationsInWords } from './facts-in-words.ts'
import { byName, byText, type Failure, failuresOf, requestSizeOf, type ShownViolation, simplest } from './failure.ts'
import { type Group, groupsOf } from './group.ts'
import { type Advice, causeKinds } from './kinds.ts'
import {
  failuresInOrder,
  few,
  isAboutOneRule,
  withOneRequirementTogether,
  withOtherExchangesApart,
  withSameExchangesTogether,
  withStatusAndBodyTogether,
} from './merge.ts'
import { withRulesNotEnforced } from './not-enforced.ts'
import { inOrderOfGain, type Weighed } from './order.ts'
import { keyOf } from './signature.ts'

/** The facts about a run, in addition to its rulings, from which causes are derived. */
export interface CauseInputs {
  readonly facts: readonly ExchangeFact[]
  /** Returns the numbers of the known defects that a requirement detects. */
  readonly defectsOf?: (requirement: string) => readonly number[]
  /** Returns the effects of failed results on clients. */
  readonly clientsOf?: (names: readonly ResultName[], run: ShownByRun) => readonly ClientEffect[]
}

/**
 * Groups failed results by cause. Every failed result is in exactly one cause. The most important cause comes first.
 */
export function causesOf(
  rulings: readonly Ruling[],
  results: readonly RequirementResult[],
  clues: CauseInputs,
): readonly Cause[] {
  const facts = new Map(clues.facts.map((fact) => [fact.exchange, fact]))
  const failures = failuresOf(rulings, results, facts)
  const accepted = clues.facts.filter(({ responseClass }) => responseClass === 'accepted')
  const bySignature = withOtherExchangesApart(
    groupsOf(failures, {
      serving: operationsOf(accepted),
      servingPlain: operationsOf(accepted.filter(({ isPlain }) => isPlain)),
    }),
  )
  const enforced = withRulesNotEnforced(withDroppedMembers(bySignature, rulings, clues.facts), rulings)
  const together = withSameExchangesTogether(
    withOneRequirementTogether(withStatusAndBodyTogether(enforced, clues.facts)),
    clues.facts,
  )
  const blocked = blockedIn(results)
  const ordered = inOrderOfGain(
    few(together)
      .map(failuresInOrder)
      .map((group) => ({ group, blocks: blockedBy(group, blocked) })),
  )
  const shown = shownByRun(rulings, clues.facts)
  const ids = idsOf(ordered.map(({ group }) => group))
  return ordered.map((one, index) => causeOf(one, ids[index]!, { rulings, clues, shown }))
}

function operationsOf(facts: readonly ExchangeFact[]): ReadonlySet<string> {
  return new Set(facts.flatMap(({ operation }) => operation ?? []))
}

function blockedBy({ failures }: Group, blocked: readonly Blocked[]): readonly ResultName[] {
  const own = new Set(failures.map(({ name: { requirement, operation } }) => resultKey(requirement, operation)))
  return blocked
    .filter(({ by, name }) => by.some((requirement) => own.has(resultKey(requirement, name.operation))))
    .map(({ name }) => name)
}

/** Returns the facts of a run that tell which experiments with clients are like it. */
export function shownByRun(rulings: readonly Ruling[], facts: readonly ExchangeFact[]): ShownByRun {
  const known = new Set(rulings.map(({ requirement }) => requirement.id))
  const byKey = new Map(rulings.map((ruling) => [resultKey(ruling.requirement.id, ruling.operation), ruling]))
  const valid = facts.filter(
    ({ broken, credential, arrived }) => broken.length + (arrived ?? 0) === 0 && credential === 'valid',
  )
  const plain = valid.filter(({ isPlain }) => isPlain)
  const served = operationsOf(plain.filter(({ status }) => isSuccess(status)))
  const serving = operationsOf(valid.filter(({ responseClass }) => responseClass === 'accepted'))
  return {
    fails: (requirement, operation) => {
      const ruling = byKey.get(resultKey(requirement, operation))
      return ruling === undefined && known.has(requirement) ? undefined : ruling?.verdict === 'fail'
    },
    signs: (requirement, operation) => byKey.get(resultKey(requirement, operation))?.signs ?? [],
    servesNothing: (requirement, operation) => {
      const violating = byKey.get(resultKey(requirement, operation))?.violatingExchanges
      return !serving.has(operation) && plain.some(({ exchange }) => violating?.has(exchange) === true)
    },
    servesPlain: (operation) => served.has(operation),
  }
}

/** The facts that all causes of a run share. */
interface Shared {
  readonly rulings: readonly Ruling[]
  readonly clues: CauseInputs
  readonly shown: ShownByRun
}

function causeOf({ group, blocks }: Weighed, id: string, { rulings, clues, shown }: Shared): Cause {
  const requirements = group.failures.map(({ name }) => name)
  const clients = clues.clientsOf?.(requirements, shown) ?? []
  const { hint: advice, defects } = adviceFor(group, clues.facts)
  const example = exampleOf(group)
  const hint = withShared(example?.failure.ruling.shared, advice)
  const caught =
    defects.length === 0 && isAboutOneRule(group)
      ? requirements.flatMap(({ requirement }) => clues.defectsOf?.(requirement) ?? [])
      : []
  const anchors = anchorsOf([...defects, ...caught])
  return {
    id,
    title: titleOf(group, rulings),
    requirements,
    blocks,
    ...(example === undefined
      ? {}
      : { example: { ...example.failure.name, exchange: example.shown.finding.exchange } }),
    hint,
    ...(anchors.length === 0 ? {} : { knownDefects: anchors }),
    ...(clients.length === 0 ? {} : { clients }),
  }
}

/**
 * Puts what the failing requests share before the advice. If that is only that others were under way, tells how to see
 * whether it is the reason.
 */
function withShared(shared: SharedByFailing | undefined, advice: string | undefined): string | undefined {
  if (shared === undefined) return advice
  const { text, isAmongOthers } = shared
  const sentences = [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`]
  if (isAmongOthers === true) sentences.push('See whether a run with `--concurrency 1` passes.')
  return [...sentences, ...(advice === undefined ? [] : [advice])].join(' ')
}

/** The most known defects that are named for one cause. */
const mostDefects = 3

function anchorsOf(numbers: readonly number[]): readonly string[] {
  const distinct = [...new Set(numbers)].sort((one, other) => one - other)
  return distinct.slice(0, mostDefects).map((number) => `defect-${number}`)
}

/** An undecided result, and the failed requirements that are the reason. */
interface Blocked {
  readonly name: ResultName
  readonly by: readonly string[]
}

function blockedIn(results: readonly RequirementResult[]): readonly Blocked[] {
  return results
    .flatMap(({ id, operations }) =>
      operations.flatMap(({ operation, blockedBy: by }) =>
        by === undefined ? [] : [{ name: { requirement: id, operation }, by }],
      ),
    )
    .sort((one, other) => byName(one.name, other.name))
}

/** Returns an id for each group: the shortest of its names that no other group has. */
function idsOf(groups: readonly Group[]): readonly string[] {
  const all = groups.map(namesOf)
  const count = (level: number, id: string): number => all.filter((names) => names[level] === id).length
  return all.map((names) => names.find((id, level) => count(level, id) === 1) ?? names.join(' '))
}

/** Returns the possible ids of a group, from the shortest to one that is certainly unique. */
function namesOf({ signature: { kind, of = '' }, failures: [first] }: Group): readonly string[] {
  const { requirement = '', operation } = first?.name ?? {}
  if (kind === 'requirement' || kind === 'added-requirement') return [of, `${of}@${operation}`]
  const short = of === '' ? kind : `${kind}-${of}`
  return [short, `${short}-${requirement}`, `${short}-${requirement}@${operation}`]
}

/** Returns the title of a cause: what the target did, what was expected, and on which operations. */
function titleOf({ signature, failures, beside, isDropped, spelling }: Group, rulings: readonly Ruling[]): string {
  // For a dropped member, its missing effect says more than its unenforced rules.
  const own = isDropped ? failures.filter(({ ruling }) => ruling.requirement.effectOf !== undefined) : failures
  const example = exampleOf({ signature, failures: own })
  const sentence = causeKinds[signature.kind].title({
    failures,
    rulings,
    of: signature.of ?? '',
    body: beside === undefined ? '' : ` and ${bodyInWords(beside.of ?? '')}`,
    isDropped: isDropped === true && isWithoutEffect(failures),
    spelling,
    first: example?.shown,
    facts: factsIn(own, example?.failure),
  })
  return `${sentence} [${operationsInWords(failures.map(({ name }) => name.operation))}]`
}

/**
 * Returns whether a dropped member never had an effect: each of its rules is violated each time, also in the spelling of
 * the specification; without such rules, a requirement on its effect is. A gateway may drop one of two spellings.
 */
function isWithoutEffect(failures: readonly Failure[]): boolean {
  const [member = ''] = (
    failures.find(({ ruling }) => ruling.requirement.effectOf)?.ruling.requirement.effectOf ?? ''
  ).split('/')
  const isAsSpecified = (rule: Failure) => isWithMember(member, rule)
  const isThroughout = ({ ruling }: Failure) => ruling.violating >= ruling.exchanges
  const effects = failures.filter(({ ruling }) => ruling.requirement.effectOf !== undefined)
  const rules = failures.filter(({ ruling }) => ruling.requirement.effectOf === undefined)
  if (rules.length === 0) return effects.some(isThroughout) && !effects.some(isOfOneValue)
  return rules.every(isThroughout) && rules.some(isAsSpecified)
}

/** Returns whether a request that violates a rule spells the member as the requirement on its effect does. */
function isWithMember(member: string, { shown }: Failure): boolean {
  return shown.some(({ fact }) => fact?.broken.some(({ pointer }) => pointer.split('/')[2] === member))
}

/** Returns the advice for a cause. Advice for the signature takes precedence over that for the kind. */
function adviceFor(
  { signature, beside, failures }: Group,
  facts: readonly ExchangeFact[] = [],
): {
  readonly hint?: string
  readonly defects: readonly number[]
} {
  const own = [signature, ...(beside === undefined ? [] : [beside])]
  const special = own.flatMap(({ kind, of = '' }): Advice | readonly Advice[] => causeKinds[kind].special?.[of] ?? [])
  const { hint, hintFor, defects = [] } = causeKinds[signature.kind]
  return {
    hint: special.find((advice) => advice.hint !== undefined)?.hint ?? hintFor?.(failures, facts) ?? hint,
    defects: special.length > 0 ? special.flatMap((advice) => advice.defects ?? []) : defects,
  }
}

/** The violation that represents a cause. */
interface Example {
  readonly failure: Failure
  readonly shown: ShownViolation
}

/**
 * Returns the violation that represents a group best; see `ranksOf`. The result does not depend on the order of
 * failures.
 */
function exampleOf({ signature, failures }: Pick<Group, 'signature' | 'failures'>): Example | undefined {
  const shown = failures.filter((failure) => failure.shown.length > 0)
  const [best] = shown
    .map((failure) => ({ failure, shown: simplest(failure), ranks: ranksOf(failure, keyOf(signature)) }))
    .sort((one, other) => byRanks(one.ranks, other.ranks) || byText(keyOfName(one.failure), keyOfName(other.failure)))
  return best?.shown && { failure: best.failure, shown: best.shown }
}

/**
 * Returns the ranks of a failure, in order of importance. Smaller is better: it has the signature of the group; it is
 * stated; it is not about a status; every exchange shows it; the plain request shows it; it is not about a stream; the
 * request is small; many exchanges violate it.
 */
function ranksOf(failure: Failure, group: string): readonly number[] {
  const { isStated, ruling, signature } = failure
  const { dimension } = ruling.requirement
  const isOwn = signature !== undefined && keyOf(signature) === group
  return [
    isOwn ? 0 : 1,
    isStated ? 0 : 1,
    dimension === 'status' ? 1 : 0,
    ruling.violating >= ruling.exchanges ? 0 : 1,
    simplest(failure)?.fact?.isPlain === true ? 0 : 1,
    dimension === 'stream' ? 1 : 0,
    requestSizeOf(simplest(failure)),
    -ruling.violating,
  ]
}

function byRanks(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((rank, place) => rank !== other[place])
  return index < 0 ? 0 : one[index]! - other[index]!
}

function keyOfName({ name: { requirement, operation } }: Failure): string {
  return `${operation} ${requirement}`
}
