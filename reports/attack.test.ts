import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoize } from '../conformance/core/model/memoize.ts'
import type { Report } from '../conformance/core/model/report.ts'
import { visibleLine } from '../conformance/core/text/visible.ts'
import { examples } from './examples.fixture.ts'
import { poisoned, poisons } from './hostile.fixture.ts'
import { type Format, formats, renderers } from './index.ts'
import { columnsOf } from './terminal/columns.ts'

const { html, json, junit, markdown, terminal, text: all, github, badge } = renderers
const reports = Object.values(examples).map((example) => example())

/**
 * Poison without backticks. Backticks in a statement create a code element, which is harmless but changes the
 * structure.
 */
const anyPoison = fc.oneof(
  fc.constantFrom(...poisons),
  fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '\0', '\x1b', '\ud800', '\u2028', 'a', '/', '=', '\n', ']'),
  }),
  fc.string({ unit: 'binary' }),
)
const poison = anyPoison.map((text) => text.replaceAll('`', ''))

/** Returns the characters that form markup. Escaped text and attribute values contain none of them. */
function skeleton(markup: string): string {
  return markup.replace(/[^<>"']/g, '')
}

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&([^;]*);/g, (_whole, name: string) => characters[name]!)
}

const harmless = new Map(reports.map((report) => [report, poisoned(report, 'harmless')]))
/** Returns the structure of a report in a format if its text is harmless. */
const structureOf = memoize((render: (report: Report) => string) =>
  memoize((report: Report) => skeleton(render(harmless.get(report)!))),
)

describe('hostile text in a report', () => {
  test('does not change the structure of the HTML page', () => {
    fc.assert(
      fc.property(fc.constantFrom(...reports), poison, (report, text) => {
        expect(skeleton(html(poisoned(report, text)))).toBe(structureOf(html)(report))
      }),
    )
  })

  test('does not change the structure of the XML document, and is preserved', () => {
    fc.assert(
      fc.property(fc.constantFrom(...reports), poison, (report, text) => {
        const document = junit(poisoned(report, text))
        expect(skeleton(document)).toBe(structureOf(junit)(report))
        expect(document).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/)
        expect(unescaped(/<property name="target" value="(.*?)"/.exec(document)![1]!)).toBe(visibleLine(text))
      }),
    )
  })

  test('adds no control or illegal characters to pages, XML and terminals', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...reports),
        poison,
        fc.constantFrom(html, junit, terminal, all, markdown, github, badge),
        (report, text, render) => {
          expect(render(poisoned(report, text))).not.toMatch(
            /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\p{Cs}\ufffe\uffff]/u,
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is preserved exactly in JSON', () => {
    fc.assert(
      fc.property(fc.constantFrom(...reports), anyPoison, (report, text) => {
        const hostile = poisoned(report, text)
        expect(JSON.parse(json(hostile))).toEqual(hostile)
      }),
    )
  })

  test('makes no terminal line wider than 100 columns, except commands and the verdict', () => {
    const wideOnes = fc.oneof(
      poison,
      fc.string({ unit: fc.constantFrom('東', 'a', ' ', '👩'), minLength: 90, maxLength: 400 }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...reports), wideOnes, (report, text) => {
        for (const render of [terminal, all]) {
          const lines = render(poisoned(report, text)).trimEnd().split('\n').slice(0, -1)
          for (const line of lines) if (!/^ {6}replay /.test(line)) expect(columnsOf(line)).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  test('adds no unescaped markup, links or mentions to Markdown', () => {
    fc.assert(
      fc.property(fc.constantFrom(...reports), anyPoison, (report, text) => {
        const prose = markdown(poisoned(report, text))
          .replace(/^(`{3,})sh\n[\s\S]*?\n\1$/gm, '')
          .replace(/(?<!\\)(?:\\\\)*(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
          .replace(/\\[\p{P}\p{S}]/gu, '')
          .replaceAll('**✗**', '')
        expect(prose).not.toMatch(/[<@[\]*_]|:\/\/|^#{1,6}(?![# ])|&#(35|64);(?!&#8203;)/m)
      }),
    )
  })
})

test.each(
  Object.entries({ terminal, all, markdown, html, junit, badge }),
)('%s contains no workflow commands of GitHub Actions', (_format, render) => {
  const words = fc.constantFrom('::error title=x::y', '##[group]z', '::', ' ', 'a'.repeat(90), '\n', 'x')
  fc.assert(
    fc.property(fc.constantFrom(...reports), fc.array(words, { maxLength: 12 }), (report, parts) => {
      const text = parts.join('').replaceAll('`', '')
      expect(render(poisoned(report, text))).not.toMatch(/^\s*::|##\[/m)
    }),
  )
})

describe('a deeply nested value', () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown
  const text = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

  test.each(formats)('does not break the %s format', (format) => {
    const own: Partial<Record<Format, string>> = { har: 'exploration.messages.create.17', badge: 'nonconforming' }
    expect(renderers[format](withDepth(examples.nonconforming()))).toContain(own[format] ?? 'messages.reply-usage')
  })

  function withDepth(report: Report): Report {
    const requirements = report.requirements.map((requirement) => ({
      ...requirement,
      operations: requirement.operations.map((result) => ({
        ...result,
        findings: result.findings.map((finding) => ({ ...finding, expected: deep, actual: deep })),
      })),
    }))
    const exchanges = report.exchanges.map((exchange) => ({
      ...exchange,
      request: { ...exchange.request, body: { text, bytes: text.length, truncated: false } },
    }))
    return { ...report, requirements, exchanges }
  }
})
