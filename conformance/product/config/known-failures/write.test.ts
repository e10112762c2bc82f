import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyReport } from '../../../../reports/any-report.fixture.ts'
import { result } from '../../../../reports/example-result.fixture.ts'
import { examples, operationsIn } from '../../../../reports/examples.fixture.ts'
import { allResults } from '../../../../reports/result.ts'
import type { Report, RequirementResult, ResultName } from '../../../core/model/report.ts'
import { excused, knownFailureStates } from '../../../engine/judge/summary/known-failures.ts'
import type { KnownEntry } from './entry.ts'
import { resolved } from './read.ts'
import { knownFailureList } from './write.ts'

const namesIn = (report: Report): readonly ResultName[] =>
  allResults(report).map(({ id: requirement, operation }) => ({ requirement, operation }))

/** Returns the report as if the run had no list of known failures. */
function bare(report: Report): Report {
  const requirements = report.requirements.map((requirement) => ({
    ...requirement,
    operations: requirement.operations.map(({ known: _known, ...rest }) => rest),
  }))
  return { ...report, requirements }
}

/** Returns the report of the same run with a list of known failures. */
function heldAgainst(report: Report, entries: readonly KnownEntry[]): Report {
  const known = { groups: resolved(entries, namesIn(report)), day: '2026-05-10', isPartial: false }
  const { requirements } = report
  return {
    ...report,
    requirements: excused(requirements, known),
    knownFailures: knownFailureStates(known, requirements),
  }
}

function isGreen(report: Report): boolean {
  const { requirements, knownFailures = [] } = report
  const isOpen = allResults({ requirements }).some(({ verdict, known }) => verdict === 'fail' && known === undefined)
  return !isOpen && knownFailures.every(({ state }) => state === 'excuses' || state === 'untested')
}

test('a written list excuses all failures of its run and has no stale entries', () => {
  fc.assert(
    fc.property(anyReport.map(bare), (report) => {
      expect(isGreen(heldAgainst(report, knownFailureList(report, [])))).toBe(true)
    }),
  )
})

test('an updated list excuses all failures and keeps valid entries unchanged', () => {
  const entry = fc.constantFrom<KnownEntry>(
    { requirement: 'messages.reply-id', reason: 'one' },
    { requirement: 'images.*', operations: ['images.edit', 'images.generate'], reason: 'two' },
    { requirement: 'messages.*', reason: 'three', expires: '2026-01-01' },
    { requirement: 'images.edit-n', intermittent: true, reason: 'four' },
    { requirement: 'no.such', reason: 'five' },
  )
  const list = fc.uniqueArray(entry, { selector: ({ reason }) => reason })
  fc.assert(
    fc.property(anyReport.map(bare), list, (report, former) => {
      const held = heldAgainst(report, former)
      const current = knownFailureList(held, former)
      expect(isGreen(heldAgainst(report, current))).toBe(true)
      const states = held.knownFailures!.map(({ state }) => state)
      for (const [index, one] of former.entries())
        if (states[index] === 'excuses' || states[index] === 'untested') expect(current).toContainEqual(one)
    }),
  )
})

function reportOf(...requirements: readonly RequirementResult[]): Report {
  const report = { ...examples.conforming(), requirements }
  return { ...report, operations: operationsIn(report) }
}

const scopes = (report: Report) => knownFailureList(report, []).map(({ reason: _reason, ...scope }) => scope)
const finding = { message: 'm', exchange: 'e' }
const fail = { verdict: 'fail', findings: [finding] } as const

test('an entry names the operations on which the requirement failed, unless it has only one', () => {
  const everywhere = result({ id: 'images.count', statement: 's', endpoint: 'images.generate', ...fail }, [
    { operation: 'images.edit', ...fail },
    { operation: 'images.variation', verdict: 'skipped' },
  ])
  const onOne = result({ id: 'images.size', statement: 's', endpoint: 'images.generate' }, [
    { operation: 'images.edit', ...fail },
  ])
  const single = result({ id: 'usage.name', statement: 's', endpoint: 'usage.token', ...fail })
  expect(scopes(reportOf(everywhere, onOne, single))).toEqual([
    // A failure on the skipped operation would be new.
    { requirement: 'images.count', operations: ['images.generate', 'images.edit'] },
    { requirement: 'images.size', operations: ['images.edit'] },
    { requirement: 'usage.name' },
  ])
})

test('an operation on which everything fails becomes a single glob', () => {
  const requirements = Array.from({ length: 8 }, (_, index) =>
    result({ id: `images.rule-${index}`, statement: 's', endpoint: 'images.generate' }, [
      { operation: 'images.edit', ...(index < 6 ? fail : { verdict: 'skipped' }) },
    ]),
  )
  expect(scopes(reportOf(...requirements))).toEqual([{ requirement: 'images.*', operations: ['images.edit'] }])
  const passing = result({ id: 'images.error', statement: 's', endpoint: 'images.edit' })
  expect(scopes(reportOf(...requirements, passing))).toHaveLength(6)
})

test('a failure that did not repeat is intermittent', () => {
  const flaky = { verdict: 'fail', findings: [{ ...finding, intermittent: true }] } as const
  const both = result({ id: 'images.count', statement: 's', endpoint: 'images.generate', ...flaky }, [
    { operation: 'images.edit', ...fail },
  ])
  expect(scopes(reportOf(both))).toEqual([
    { requirement: 'images.count', operations: ['images.edit'] },
    { requirement: 'images.count', operations: ['images.generate'], intermittent: true },
  ])
})
