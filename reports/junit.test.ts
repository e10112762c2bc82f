import { describe, expect, test } from 'vitest'
import { examples } from './examples.golden.ts'
import { junit } from './junit.ts'

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

describe.each(Object.entries(examples))('JUnit of a run that is %s', (_name, example) => {
  const report = example()
  const document = junit(report)

  test('has one test case a requirement', () => {
    for (const { id } of report.requirements) expect(count(document, new RegExp(`name="${id}"`, 'g'))).toBe(1)
  })

  test('counts what it holds, in every suite and over all', () => {
    const suites = document.match(/<testsuite [\s\S]*?<\/testsuite>/g) ?? []
    for (const part of [document, ...suites]) {
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

  test('is red exactly when the run is not conforming', () => {
    expect(/<(failure|error) /.test(document)).toBe(report.summary.verdict !== 'conforming')
  })
})

test('a verdict that no requirement explains gets a test case of its own', () => {
  const { summary, ...rest } = examples.conforming()
  const document = junit({
    ...rest,
    summary: { ...summary, verdict: 'nonconforming', reason: 'a declaration is wrong' },
  })
  expect(document).toContain('<failure message="a declaration is wrong"')
})
