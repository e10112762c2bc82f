import { counted } from '../../conformance/core/text/counted.ts'
import { marks } from '../outcome.ts'
import type { Side } from '../side.ts'
import { type ChangeKind, type Difference, kinds, type NewCause, type ResultChange } from './difference.ts'

export const titles = {
  'newly-failing': 'New failures',
  fixed: 'Fixed',
  'no-longer-exercised': 'No longer tested',
  'newly-exercised': 'Newly tested',
  changed: 'Other changes',
  added: 'New results',
  removed: 'Removed results',
} as const satisfies Record<ChangeKind, string>

export function differenceInOneLine({
  changes,
  stillFailing,
  after,
}: Pick<Difference, 'changes' | 'stillFailing' | 'after'>): string {
  const first = changes['newly-failing'].filter(isFirstTest).length
  const failing = changes['newly-failing'].length - first
  const lost = changes['no-longer-exercised'].length
  return [
    failing > 0 ? counted(failing, 'new failure') : isAnythingTested(after) ? 'no new failure' : 'nothing was tested',
    ...(first === 0 ? [] : [`${first} failing that ${first === 1 ? 'was' : 'were'} not tested before`]),
    `${changes.fixed.length} fixed`,
    `${stillFailing.length} still failing`,
    ...(lost === 0 ? [] : [`${lost} no longer tested`]),
  ].join(', ')
}

/** Changes that share a reason. */
export interface ChangeGroup {
  readonly reason: string
  readonly changes: readonly ResultChange[]
}

/** The most changes with one reason that are listed by name. */
const namedTogether = 10

/** Returns the changes to list by name, and the number of others with the same reason. */
export function shownOf({ changes }: ChangeGroup): { readonly shown: readonly ResultChange[]; readonly more: number } {
  const shown = changes.slice(0, namedTogether)
  return { shown, more: changes.length - shown.length }
}

/** Groups changes by reason, in the order of their first change. */
export function byReason(changes: readonly ResultChange[]): readonly ChangeGroup[] {
  const groups = new Map<string, ResultChange[]>()
  for (const change of changes) groups.set(change.reason, [...(groups.get(change.reason) ?? []), change])
  return [...groups].map(([reason, own]) => ({ reason, changes: own }))
}

function isAnythingTested({ counts }: Side): boolean {
  return counts.pass + counts.fail + counts.warn + counts.observed > 0
}

/** Returns whether the later run tested all that the earlier one tested, and anything at all. */
export function isCertain({ changes, isSameCatalogue, after }: Difference): boolean {
  return (
    isSameCatalogue && isAnythingTested(after) && changes['no-longer-exercised'].length + changes.removed.length === 0
  )
}

/**
 * Returns the mark of a difference. It is a tick only if nothing fails that did not fail before and no results are
 * missing, because only then `mgi diff` exits with 0.
 */
export function markOf(difference: Difference): string {
  if (difference.changes['newly-failing'].length > 0) return '✗'
  return isCertain(difference) ? '✓' : '?'
}

/** Returns the number of unchanged results as a sentence. It includes those that still fail. */
export function unchangedText({ unchanged, stillFailing }: Pick<Difference, 'unchanged' | 'stillFailing'>): string {
  const failing =
    stillFailing.length === 0
      ? ''
      : `; ${stillFailing.length} of them still ${stillFailing.length === 1 ? 'fails' : 'fail'}`
  return `${counted(unchanged, 'result')} ${unchanged === 1 ? 'is' : 'are'} unchanged${failing}.`
}

/** Returns a change as `✓ pass → ✗ fail`. */
export function changeText({ before, after }: ResultChange): string {
  const word = (outcome: ResultChange['before']) =>
    outcome === null ? 'absent' : `${marks[outcome].glyph} ${marks[outcome].word}`
  return `${word(before)} → ${word(after)}`
}

/** Returns the number of failures that only the later list of known failures excuses, as a line; `undefined` if none. */
export function excusedText({ changes }: Pick<Difference, 'changes'>): string | undefined {
  const excused = changes.changed.filter(({ isExcused }) => isExcused === true)
  if (excused.length === 0) return undefined
  const former = excused.filter(({ before }) => before === 'fail').length
  const are = excused.length === 1 ? 'is' : 'are'
  return `${counted(excused.length, 'failure')} ${are} excused by the list of known failures now; ${former} of ${excused.length} failed before.`
}

/** The kinds of changes without causes (`failureSections` has the others). */
export const otherKinds = kinds.filter((kind) => kind !== 'newly-failing')

/** Returns the changes to list by name. Excused failures have a line of their own (`excusedText`). */
export function listedChanges(kind: ChangeKind, { changes }: Pick<Difference, 'changes'>): readonly ResultChange[] {
  return changes[kind].filter(({ isExcused }) => isExcused !== true || kind !== 'changed')
}

/** Returns how the numbers of undecided results of both runs are connected, as a sentence. */
export function untestedText({ changes, untested }: Pick<Difference, 'changes' | 'untested'>): string {
  const all = Object.values(changes).flat()
  const count = (isSuch: (change: ResultChange) => boolean) => all.filter(isSuch).length
  const steps = [
    [count(({ before, after }) => isDecided(before) && isOpen(after)), 'no longer tested'],
    [-count(({ before, after }) => isOpen(before) && isDecided(after)), 'tested now'],
    [count(({ before, after }) => before === null && isOpen(after)), 'in new results'],
    [-count(({ before, after }) => isOpen(before) && after === null), 'in removed results'],
  ] as const
  const told = steps
    .filter(([number]) => number !== 0)
    .map(([number, what]) => `${number > 0 ? '+' : '−'}${Math.abs(number)} ${what}`)
  const how = told.length === 0 ? '' : ` (${told.join(', ')})`
  return `Not tested: ${untested.before} before, ${untested.after} now${how}.`
}

function isOpen(outcome: ResultChange['before']): boolean {
  return outcome === 'skipped' || outcome === 'inconclusive'
}

function isDecided(outcome: ResultChange['before']): boolean {
  return outcome !== null && !isOpen(outcome)
}

/** Failures of the later run that the earlier one does not have, with their causes. */
export interface FailureSection {
  readonly id: 'newly-failing' | 'newly-tested-failing'
  readonly title: string
  /** One of them in words, such as `new failure`. */
  readonly noun: string
  readonly changes: readonly ResultChange[]
  /** The causes of these changes, each with those of its results that are among them. */
  readonly causes: readonly NewCause[]
}

/**
 * Divides the failures that the earlier run does not have into new ones and those of results that it did not test. The
 * latter are not regressions: often a repair made them testable. Leaves out an empty section.
 */
export function failureSections({
  changes,
  causes,
}: Pick<Difference, 'changes' | 'causes'>): readonly FailureSection[] {
  const failing = changes['newly-failing']
  const sections = [
    {
      id: 'newly-failing' as const,
      title: titles['newly-failing'],
      noun: 'new failure',
      changes: failing.filter((change) => !isFirstTest(change)),
    },
    {
      id: 'newly-tested-failing' as const,
      title: 'Newly tested, failing',
      noun: 'newly tested failure',
      changes: failing.filter(isFirstTest),
    },
  ]
  return sections
    .filter((section) => section.changes.length > 0)
    .map((section) => ({ ...section, causes: causesOf(section.changes, causes) }))
}

function isFirstTest({ before }: ResultChange): boolean {
  return !isDecided(before)
}

function causesOf(changes: readonly ResultChange[], causes: readonly NewCause[]): readonly NewCause[] {
  return causes.flatMap((cause) => {
    const results = cause.results.filter((one) => changes.some((change) => isExplained(change, { results: [one] })))
    return results.length === 0 ? [] : [{ ...cause, results }]
  })
}

export function causesTitle({ noun }: FailureSection): string {
  return `Causes of ${noun}s`
}

/** Failures of one cause, or of none. */
export interface FailureGroup {
  readonly cause?: NewCause
  readonly changes: readonly ResultChange[]
}

/** Groups the failures of a section by cause, in the order of causes. Those without a cause come last. */
export function byCause({ changes, causes }: FailureSection): readonly FailureGroup[] {
  const taken = new Set<ResultChange>()
  const groups = causes.map((cause) => {
    const own = changes.filter((change) => !taken.has(change) && isExplained(change, cause))
    for (const change of own) taken.add(change)
    return { cause, changes: own }
  })
  const rest = changes.filter((change) => !taken.has(change))
  return [...groups, { changes: rest }].filter((group) => group.changes.length > 0)
}

function isExplained({ id, operation }: ResultChange, { results }: Pick<NewCause, 'results'>): boolean {
  return results.some((one) => one.requirement === id && one.operation === operation)
}

/** Returns the title of a cause with its share of the failures of a section. */
export function causeLine({ title, results }: NewCause, { noun }: FailureSection): string {
  return `${title} (${counted(results.length, noun)})`
}
