import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { schema as ctrfSchema } from 'ctrf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Report } from '../conformance/core/model/report.ts'
import { isPassing } from '../conformance/core/model/run-verdict.ts'
import { validate } from '../schemas/index.ts'
import { examples } from './examples.fixture.ts'
import { poisoned, poisons } from './hostile.fixture.ts'
import { renderers } from './index.ts'
import { allResults } from './result.ts'

const { ctrf, har, ndjson, junit, badge, github, markdown } = renderers
const xsd = (name: string) => readFileSync(new URL(`../tests/junit/${name}.xsd`, import.meta.url), 'utf8')
const harSchemas = createRequire(import.meta.url)('har-schema') as Record<string, Record<string, unknown>>

/** Returns a report full of poison that still satisfies the results schema. */
function hostile(report: Report, poison: string): Report {
  return {
    ...poisoned(report, poison),
    startedAt: report.startedAt,
    requirements: poisoned(report, poison).requirements,
  }
}

const reports = Object.values(examples).flatMap((example) => [
  example(),
  ...poisons.filter((poison) => poison !== '').map((poison) => hostile(example(), poison)),
])
const anyReport = fc
  .tuple(fc.constantFrom(...Object.values(examples)), fc.string({ unit: 'binary', minLength: 1 }))
  .map(([example, text]) => hostile(example(), text))

async function xmlErrors(contents: readonly string[], schema?: string): Promise<readonly string[]> {
  const xml = contents.map((text, index) => ({ fileName: `${index}.xml`, contents: text }))
  const options = schema === undefined ? { normalization: 'format' as const } : { schema }
  const { errors } = await validateXML({ xml, ...options, initialMemoryPages: 1024, maxMemoryPages: 4096 })
  return errors.map(({ rawMessage }) => rawMessage)
}

test.each(['jenkins', 'ant'])('the JUnit of any report is valid against the schema of %s', async (name) => {
  const drawn = fc.sample(anyReport, { numRuns: 100, seed: 1 })
  expect(await xmlErrors([...reports, ...drawn].map(junit), xsd(name))).toEqual([])
})

test.each(['jenkins', 'ant'])('the schema of %s rejects invalid JUnit', async (name) => {
  const good = junit(examples.nonconforming())
  const bad = [
    good.replace('<testsuites>', '<testsuites skipped="1">'),
    good.replace(/<testcase classname="[^"]*" name="[^"]*"/, '<testcase'),
    good.replace(/ failures="\d+"/, ''),
    good.replace('<skipped ', '<omitted '),
  ]
  for (const document of bad) expect(await xmlErrors([document], xsd(name))).not.toEqual([])
})

test('the badge of any report is well-formed XML', async () => {
  const drawn = fc.sample(anyReport, { numRuns: 100, seed: 1 })
  expect(await xmlErrors([...reports, ...drawn].map(badge))).toEqual([])
})

test('the CTRF of any report is valid', () => {
  const ajv = new Ajv({ strict: false })
  formats.default(ajv)
  const valid = ajv.compile(ctrfSchema)
  const check = (report: Report) => {
    valid(JSON.parse(ctrf(report)))
    expect(valid.errors ?? []).toEqual([])
  }
  reports.forEach(check)
  fc.assert(fc.property(anyReport, check))
  expect(valid({ reportFormat: 'CTRF' })).toBe(false)
})

test('the CTRF counts match its tests, and a test fails exactly if the run does not pass', () => {
  for (const report of reports) {
    const { results } = JSON.parse(ctrf(report)) as {
      results: { summary: Record<string, number>; tests: { status: string }[] }
    }
    for (const status of ['passed', 'failed', 'skipped', 'other'])
      expect(results.tests.filter((one) => one.status === status)).toHaveLength(results.summary[status]!)
    expect(results.tests).toHaveLength(results.summary['tests']!)
    expect(results.summary['failed']! > 0).toBe(!isPassing(report.summary.verdict))
  }
})

test('the HAR of any report is valid', () => {
  const ajv = new Ajv({ strict: false, validateFormats: true })
  formats.default(ajv)
  for (const schema of Object.values(harSchemas)) {
    const { $schema: _draft, ...rest } = schema
    ajv.addSchema(rest)
  }
  const valid = ajv.getSchema('har.json#')!
  const check = (report: Report) => {
    const isValid = valid(JSON.parse(har(report)))
    expect(valid.errors ?? []).toEqual([])
    expect(isValid).toBe(true)
  }
  reports.forEach(check)
  fc.assert(fc.property(anyReport, check))
})

test('every NDJSON event of any report is valid and a single line', () => {
  const check = (report: Report) => {
    const lines = ndjson(report).split('\n')
    expect(lines.pop()).toBe('')
    const events = lines.map((line) => JSON.parse(line) as { event: string })
    expect(events.map(({ event }) => event)).toEqual(['start', ...allResults(report).map(() => 'result'), 'end'])
    expect(lines.join('')).not.toMatch(/[\x7f-\x9f\u2028\u2029\u202e]/)
  }
  for (const report of Object.values(examples).map((example) => example())) {
    const events = ndjson(report)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(events.flatMap((event) => validate('results/event', event).violations)).toEqual([])
  }
  fc.assert(fc.property(anyReport, check))
})

describe('GitHub annotations', () => {
  test('are one command per line for any report', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const lines = github(report).trimEnd().split('\n')
        for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::[^\r]*$/)
        const shown = lines.filter((line) => line.startsWith('::error')).length
        expect(shown).toBeLessThanOrEqual(10)
      }),
    )
  })

  test('escape separators', () => {
    const { summary, ...rest } = examples.conforming()
    const report = { ...rest, summary: { ...summary, reason: '100%\n::error title=x::y' } }
    expect(github(report)).toBe(
      '::notice title=Conforming::100%25%0A::error title=x::y (https://gateway.example/api, edition 2026-12)\n',
    )
  })

  test('are limited to ten errors', () => {
    const report = examples.nonconforming()
    const [first] = report.requirements.filter(({ verdict }) => verdict === 'fail')
    const many = { ...report, causes: [], requirements: Array.from({ length: 30 }, () => first!) }
    const errors = github(many)
      .split('\n')
      .filter((line) => line.startsWith('::error'))
    expect(errors).toHaveLength(10)
    expect(errors[9]).toBe('::error title=more::and 22 more causes')
  })
})

test('the Markdown of any report fits into a comment', () => {
  const long = fc.string({ unit: fc.constantFrom('@', '#', '|', 'a', '`', '\n'), minLength: 900, maxLength: 2000 })
  const anyLong = fc.tuple(fc.constantFrom(...Object.values(examples)), long)
  fc.assert(
    fc.property(anyLong, ([example, text]) => {
      const report = poisoned(example(), text)
      const requirements = Array.from({ length: 20 }, () => report.requirements).flat()
      expect(markdown({ ...report, requirements }).length).toBeLessThanOrEqual(65_536)
    }),
    { numRuns: 30 },
  )
})
