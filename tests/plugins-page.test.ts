import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** Returns the members of an interface in a source, in order. */
function membersOf(name: string, path: string): readonly string[] {
  const [, rest = ''] = textOf(path).split(`export interface ${name} `)
  const [members = ''] = rest.split('\n}\n')
  return [...members.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, member]) => member!)
}

/** Returns the names in the first column of a table of docs/plugins.md. */
function documented(heading: string): readonly string[] {
  const [, table = ''] = textOf('docs/plugins.md').split(`| ${heading} | contents |\n|---|---|\n`)
  const [rows = ''] = table.split('\n\n')
  return rows.split('\n').flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
}

test.each([
  ['Observation', 'conformance/core/model/observation.ts'],
  ['Exchange', 'conformance/core/model/exchange.ts'],
])('the page on plugins describes each member of %s, and no others', (name, path) => {
  const members = membersOf(name, path)
  expect(members).toContain(name === 'Exchange' ? 'response' : 'json')
  expect(documented(`member of \`${name}\``)).toEqual(members)
})

test('the page on plugins names the members of requests, responses, chunks and events', () => {
  const page = textOf('docs/plugins.md')
  const row = (member: string) => page.split('\n').findLast((line) => line.startsWith(`| \`${member}\` |`))
  const exchange = 'conformance/core/model/exchange.ts'
  for (const name of membersOf('RecordedRequest', exchange)) expect(row('request')).toContain(`\`${name}\``)
  for (const name of [...membersOf('ResponseHead', exchange), ...membersOf('RecordedResponse', exchange)])
    expect(row('response')).toContain(`\`${name}\``)
  expect(row('response')).toContain(`\`{ ${membersOf('Chunk', exchange).join(', ')} }\``)
  expect(row('stream')).toContain(`\`{ ${membersOf('StreamEvent', 'conformance/core/model/events.ts').join(', ')} }\``)
})
