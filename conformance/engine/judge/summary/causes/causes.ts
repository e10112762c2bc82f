import type { ClientEffect, ShownByRun } from '../../../../core/model/client-effect.ts'
import { isSuccess } from '../../../../core/model/observation.ts'
import type { Cause, RequirementResult, ResultName } from '../../../../core/model/report.ts'
import { resultKey } from '../../../../core/model/requirement.ts'
import type { ExchangeFact } from '../../exchange-fact.ts'
import type { Ruling } from '../../ruling.ts'
import type { SharedByFailing } from '../../transcript/shared.ts'
import { withDroppedMembers } from './dropped.ts'
import { exampleOf } from './example.ts'
import { byName, failuresOf } from './failure.ts'
import { type Group, groupsOf } from './group.ts'
import { adviceFor, titleOf } from './in-words.ts'
import {
  few,
  isAboutOneRule,
  withOneRequirementTogether,
  withSameExchangesTogether,
  withStatusAndBodyTogether,
} from './merge.ts'
import { withRulesNotEnforced } from './not-enforced.ts'
import { inOrderOfGain, type Weighed } from './order.ts'

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
  const bySignature = groupsOf(failures, {
    serving: operationsOf(accepted),
    servingPlain: operationsOf(accepted.filter(({ isPlain }) => isPlain)),
  })
  const enforced = withRulesNotEnforced(withDroppedMembers(bySignature, rulings, clues.facts), rulings)
  const together = withSameExchangesTogether(
    withOneRequirementTogether(withStatusAndBodyTogether(enforced, clues.facts)),
    clues.facts,
  )
  const blocked = blockedIn(results)
  const ordered = inOrderOfGain(
    few(together)
      .map(inOrder)
      .map((group) => ({ group, blocks: blockedBy(group, blocked) })),
  )
  const shown = shownBy(rulings, clues.facts)
  const ids = idsOf(ordered.map(({ group }) => group))
  return ordered.map((one, index) => causeOf(one, ids[index]!, { rulings, clues, shown }))
}

function operationsOf(facts: readonly ExchangeFact[]): ReadonlySet<string> {
  return new Set(facts.flatMap(({ operation }) => operation ?? []))
}

function inOrder(group: Group): Group {
  return { ...group, failures: [...group.failures].sort((one, other) => byName(one.name, other.name)) }
}

function blockedBy({ failures }: Group, blocked: readonly Blocked[]): readonly ResultName[] {
  const own = new Set(failures.map(({ name: { requirement, operation } }) => resultKey(requirement, operation)))
  return blocked
    .filter(({ by, name }) => by.some((requirement) => own.has(resultKey(requirement, name.operation))))
    .map(({ name }) => name)
}

function shownBy(rulings: readonly Ruling[], facts: readonly ExchangeFact[]): ShownByRun {
  const known = new Set(rulings.map(({ requirement }) => requirement.id))
  const verdicts = new Map(
    rulings.map(({ requirement, operation, verdict }) => [resultKey(requirement.id, operation), verdict]),
  )
  const served = operationsOf(
    facts.filter(({ isPlain, credential, status }) => isPlain && credential === 'valid' && isSuccess(status)),
  )
  return {
    fails: (requirement, operation) => {
      const verdict = verdicts.get(resultKey(requirement, operation))
      return verdict === undefined && known.has(requirement) ? undefined : verdict === 'fail'
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
  if (kind === 'requirement') return [of, `${of}@${operation}`]
  const short = of === '' ? kind : `${kind}-${of}`
  return [short, `${short}-${requirement}`, `${short}-${requirement}@${operation}`]
}
