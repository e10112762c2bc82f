import { describe, expect, test } from 'vitest'
import { isPassing } from '../conformance/core/model/run-verdict.ts'
import { examples } from './examples.fixture.ts'
import { junit } from './junit.ts'
import { allResults, type Result } from './result.ts'

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

describe.each(Object.entries(examples))('JUnit of a run that is %s', (_name, example) => {
  const report = example()
  const document = junit(report)

  test('has one test case per requirement and operation', () => {
    const cases = [...document.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"/g)].map(([, one, two]) => [
      one,
      two,
    ])
    const own = cases.filter(([classname]) => classname !== 'run').map(String)
    expect(own.sort()).toEqual(
      allResults(report)
        .map(({ id, operation }) => `${operation},${id}`)
        .sort(),
    )
  })

  test('has correct counts in every suite', () => {
    const suites = document.match(/<testsuite [\s\S]*?<\/testsuite>/g) ?? []
    expect(suites.length).toBe(new Set(allResults(report).map(({ operation }) => operation)).size + 1)
    for (const part of suites) {
      const { tests, failures, errors, skipped } =
        /tests="(?<tests>\d+)" failures="(?<failures>\d+)" errors="(?<errors>\d+)" skipped="(?<skipped>\d+)"/.exec(
          part,
        )!.groups!
      expect(count(part, /<testcase /g)).toBe(Number(tests))
      expect(count(part, /<failure /g)).toBe(Number(failures))
      expect(count(part, /<error /g)).toBe(Number(errors))
      expect(count(part, /<skipped /g)).toBe(Number(skipped))
    }
  })

  test('contains the duration of the run once', () => {
    const times = [...document.matchAll(/<testsuite [^>]* time="([\d.]+)"/g)].map(([, time]) => Number(time))
    expect(times.reduce((sum, time) => sum + time, 0)).toBe(report.durationMs / 1000)
  })

  test('has failures exactly if the run does not pass', () => {
    expect(/<(failure|error) /.test(document)).toBe(!isPassing(report.summary.verdict))
  })
})

test('a verdict without a failed result has its own test case', () => {
  const { summary, ...rest } = examples.conforming()
  const document = junit({
    ...rest,
    summary: { ...summary, verdict: 'nonconforming', reason: 'a declaration is wrong' },
  })
  expect(document).toContain('<failure message="a declaration is wrong"')
})

test('a known failure is skipped with its reason', () => {
  const { summary, ...rest } = examples.excused()
  const document = junit({ ...rest, summary: { ...summary, verdict: 'conforming' } })
  expect(document).toContain(
    '<skipped message="known failure: the proxy of version 4 reorders events (owner gateway team',
  )
  expect(document).not.toMatch(/<(failure|error) /)
})

test('results excluded by --area or --requirement have no test cases', () => {
  const report = examples.conforming()
  const [{ operation }] = allResults(report) as [Result]
  const requirements = report.requirements.map((one) => ({
    ...one,
    operations: one.operations.map((result) =>
      result.operation === operation
        ? {
            ...result,
            ...({ verdict: 'skipped', excluded: 'limits' } as const),
            reason: 'not applicable: the run was limited to messages',
          }
        : result,
    ),
  }))
  const document = junit({ ...report, requirements })
  expect(document).not.toContain('the run was limited to')
  expect(document).not.toContain(`classname="${operation}"`)
})
