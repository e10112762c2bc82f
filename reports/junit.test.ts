import { describe, expect, test } from 'vitest'
import { isPassing } from '../conformance/model/run-verdict.ts'
import { examples } from './examples.fixture.ts'
import { junit } from './junit.ts'
import { allResults, type Result } from './result.ts'

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

describe.each(Object.entries(examples))('JUnit of a run that is %s', (_name, example) => {
  const report = example()
  const document = junit(report)

  test('has one test case for each requirement on each operation', () => {
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

  test('counts what it holds, in every suite', () => {
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

  test('has the time of the run, once', () => {
    const times = [...document.matchAll(/<testsuite [^>]* time="([\d.]+)"/g)].map(([, time]) => Number(time))
    expect(times.reduce((sum, time) => sum + time, 0)).toBe(report.durationMs / 1000)
  })

  test('is red exactly when the run does not end with 0', () => {
    expect(/<(failure|error) /.test(document)).toBe(!isPassing(report.summary.verdict))
  })
})

test('a verdict that no result explains gets a test case of its own', () => {
  const { summary, ...rest } = examples.conforming()
  const document = junit({
    ...rest,
    summary: { ...summary, verdict: 'nonconforming', reason: 'a declaration is wrong' },
  })
  expect(document).toContain('<failure message="a declaration is wrong"')
})

test('a known failure is a skip with its reason, and does not make the document red', () => {
  const { summary, ...rest } = examples.excused()
  const document = junit({ ...rest, summary: { ...summary, verdict: 'conforming' } })
  expect(document).toContain(
    '<skipped message="known failure: the proxy of version 4 reorders events (owner gateway team',
  )
  expect(document).not.toMatch(/<(failure|error) /)
})

test('a result that --area or --requirement left out is no test case, and neither is its operation', () => {
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
