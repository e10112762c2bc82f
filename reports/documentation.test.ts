import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Report } from '../conformance/core/model/report.ts'
import { pageAbout, placeOfDefect } from './documentation.ts'
import { examples } from './examples.fixture.ts'
import { poisons } from './hostile.fixture.ts'
import { renderers } from './index.ts'

const { html, junit, markdown } = renderers
const id = 'messages.stop-sequence-agrees'
const page = 'https://docs.example/mgi/requirements/messages.stop-sequence-agrees.html'

test.each([
  ['https://docs.example/mgi/', page],
  ['https://docs.example/mgi', page],
  ['http://127.0.0.1:8000', `http://127.0.0.1:8000/requirements/${id}.html`],
  ['https://docs.example/a (b)/', `https://docs.example/a%20%28b%29/requirements/${id}.html`],
  ['https://docs.example/?q=1#x', `https://docs.example/requirements/${id}.html`],
])('under %s the page of a requirement is %s', (docs, expected) => {
  expect(pageAbout(id, { docs })).toBe(expected)
})

test.each([
  undefined,
  'javascript:alert(1)//',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/',
  'docs/',
  '//docs.example',
])('%s is not linked as the docs URL', (docs) => {
  const report = docs === undefined ? {} : { docs }
  expect([pageAbout(id, report), placeOfDefect('defect-15', report)]).toEqual([undefined, undefined])
})

test('a requirement of a plugin has no page', () => {
  expect(pageAbout('acme.request-id', { docs: 'https://docs.example' })).toBeUndefined()
})

const withDocs = (docs: string): Report => ({ ...examples.nonconforming(), docs })
/** The ids of failures that are not excused. Excused ones have only a line in Markdown. */
const failed = examples
  .nonconforming()
  .requirements.filter(({ operations }) => operations.some((one) => one.verdict === 'fail' && one.known === undefined))
  .map((one) => one.id)

test('reports link failures to their pages only if a docs URL is set', () => {
  const linked = withDocs('https://docs.example/mgi/')
  expect(failed.length).toBeGreaterThan(1)
  for (const name of failed) {
    const address = `https://docs.example/mgi/requirements/${name}.html`
    expect(html(linked)).toContain(`href="${address}" rel="noreferrer"`)
    expect(markdown(linked)).toContain(`[documentation](${address})`)
    expect(junit(linked)).toContain(`documentation: ${address}`)
  }
  for (const render of [html, markdown, junit])
    expect(/class="documentation"|\[documentation\]|documentation: /.exec(render(examples.nonconforming()))).toBeNull()
})

test('a cause that matches a known defect links to it', () => {
  const causes = withDocs('').causes.map((cause) => ({ ...cause, knownDefects: ['defect-15'] }))
  expect(html({ ...withDocs('https://docs.example'), causes })).toContain(
    '<a href="https://docs.example/known-defects.html#defect-15" rel="noreferrer">',
  )
})

describe('a hostile docs URL', () => {
  const hostile = fc.oneof(fc.constantFrom(...poisons), fc.webUrl({ withFragments: true, withQueryParameters: true }))
  const site = fc
    .tuple(fc.constantFrom('', 'https://x/', 'http://x/', 'javascript:'), hostile)
    .map((parts) => parts.join(''))

  test('only produces escaped http and https links', () => {
    fc.assert(
      fc.property(site, (docs) => {
        const report = withDocs(docs)
        const page = html(report)
        const links = [...page.matchAll(/class="documentation" href="([^"]*)"/g)].map(([, href]) => href!)
        for (const link of links) expect(link).toMatch(/^https?:\/\/[^\s<>"'`()\\]+\/requirements\/[\w.-]+\.html$/)
        expect([...page.matchAll(/<a\b[^>]*href="(?!https?:|#)[^"]*"/g)].map(([tag]) => tag)).toEqual([])
        for (const [, link] of markdown(report).matchAll(/\[documentation\]\(([^\n]*?)\)\)/g))
          expect(link).toMatch(/^https?:\/\/[^\s<>()]+$/)
      }),
      { numRuns: 100 },
    )
  })
})
