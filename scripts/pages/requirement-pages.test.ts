import { expect, test } from 'vitest'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import { requirementPages } from './requirement-pages.ts'

const pages = await requirementPages(new URL('../../fixtures/', import.meta.url))

test('each requirement has a page with its level, examples, a fault and a command', () => {
  const lacking = catalogue.requirements.flatMap(({ id, level, behind }) => {
    const page = pages.get(`${id}.md`) ?? ''
    // Informational requirements may have no passing examples.
    const passing = level === 'unspecified' ? [] : ['## Examples that pass']
    const wanted = [
      ...[`# ${id}\n`, `\`${level}\``, ...passing, '## Examples that fail'],
      ...(behind === true
        ? ['npx mgi run http://127.0.0.1:8080 --upstream 9100\n']
        : ['npx mgi serve --fault ', `npx mgi run http://127.0.0.1:8080 --requirement ${id}\n`]),
    ]
    return wanted.filter((part) => !page.includes(part)).map((part) => `${id}: ${part}`)
  })
  expect(lacking).toEqual([])
  expect(pages.size).toBe(catalogue.requirements.length + 1)
})

test('most pages have a curl command for the failing example and a case to replay', () => {
  const count = (part: string) => [...pages.values()].filter((page) => page.includes(part)).length
  expect(count('\ncurl ')).toBeGreaterThan(500)
  expect(count('--replay ')).toBeGreaterThan(400)
})

test('the index links to each page', () => {
  const linked = [...(pages.get('index.md') ?? '').matchAll(/\]\(\.\/(.+)\.html\)/g)].map(([, id]) => id)
  expect(linked.sort()).toEqual(catalogue.requirements.map(({ id }) => id).sort())
})

test('a page has interpretation, example, fault and curl command', () => {
  const page = pages.get('messages.stop-sequence-agrees.md')
  expect(page).toContain('| interpretation | M8: ')
  expect(page).toContain('"stop_sequence": "zebra"')
  expect(page).toContain('npx mgi serve --fault messages-stop-sequence-lost')
  expect(page).toMatch(/^curl .* -H 'x-api-key: '"\$MGI_API_KEY" --data-raw /m)
})

test('pages contain no control characters and no unbalanced fences', () => {
  for (const [name, page] of pages) {
    expect(
      /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]/.exec(page.replace(/^(curl|printf) .*$/gm, '')),
      name,
    ).toBeNull()
    const fences = page.match(/^`{3,}\w*$/gm) ?? []
    expect(fences.length % 2, name).toBe(0)
  }
})
