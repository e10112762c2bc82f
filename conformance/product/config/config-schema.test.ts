import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formats } from '../../../reports/index.ts'
import { validate } from '../../../schemas/index.ts'
import { idOf, type JsonSchema, schemaDocuments } from '../../../schemas/load.ts'
import { areas, capabilities, endpoints, profiles } from '../../core/model/vocabulary.ts'
import { vendors } from '../../engine/record/har/vendors.ts'
import { usualFormats } from '../report/destinations.ts'
import { gates } from '../report/exit-code.ts'
import { spokenKeywords } from './problem.ts'

const schema = schemaDocuments().get(idOf('config/config'))!

/** Returns every member of an object schema, at any depth, with its path. */
function membersOf({ properties = {} }: JsonSchema, path = ''): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, member]) => [
    [`${path}/${name}`, member] as const,
    ...membersOf(member, `${path}/${name}`),
  ])
}

test.each(membersOf(schema))('%s has a description and valid examples', (path, { description, examples }) => {
  expect(description).toMatch(/[.!]$/)
  expect(examples).not.toHaveLength(0)
  for (const example of examples as unknown[]) {
    const value = path
      .split('/')
      .slice(1)
      .reduceRight<unknown>((inner, name) => ({ [name]: inner }), example)
    const { violations } = validate('config/config', value)
    // The example of a member does not include other members that it needs.
    expect(violations.filter(({ keyword }) => !/^(r|dependentR)equired$/.test(keyword))).toEqual([])
  }
})

test('the schema has valid examples and lists the same values as the suite', () => {
  for (const example of schema['examples'] as unknown[])
    expect(validate('config/config', example).violations).toEqual([])
  const members = new Map(membersOf(schema))
  const listed = (path: string) => (members.get(path)?.['items'] as { enum: string[] }).enum
  expect(listed('/areas')).toEqual([...areas])
  expect(Object.keys(members.get('/keys')?.['properties'] as object)).toEqual([...areas])
  expect(Object.keys(members.get('/extraHeaders')?.['properties'] as object)).toEqual(['all', ...areas])
  expect(listed('/vendorHeaders')).toEqual([...vendors])
  expect(listed('/unsupported')).toEqual([...endpoints, ...capabilities])
  const reporter = new RegExp((members.get('/reporters')?.['items'] as { pattern: string }).pattern)
  expect(formats.filter((format) => !reporter.test(format) || !reporter.test(`${format}=a/file`))).toEqual([])
  expect(['pdf', 'htmlx', 'html=', 'x=html'].filter((text) => reporter.test(text))).toEqual([])
  expect(members.get('/reporters')?.['description']).toContain(`(default ${usualFormats.join(', ')})`)
  expect(members.get('/profile')?.['enum']).toEqual([...profiles])
  expect(members.get('/gateOn')?.['enum']).toEqual([...gates])
})

test('an inline known failure has the same schema as a list entry', () => {
  const list = schemaDocuments().get(idOf('known-failures/known-failures'))!
  const defined = (document: JsonSchema, name: string) => (document['$defs'] as Record<string, unknown>)[name]
  expect(defined(schema, 'acceptedFailure')).toEqual(defined(list, 'knownFailure'))
  for (const example of list['examples'] as unknown[])
    expect(validate('known-failures/known-failures', example).violations).toEqual([])
})

test('the published schema has no references to other files', () => {
  const text = readFileSync(new URL('../../../schemas/config/config.json', import.meta.url), 'utf8')
  const references = new Set([...text.matchAll(/"\$ref": "([^"]*)"/g)].map(([, reference]) => reference))
  expect([...references]).toEqual(['#/$defs/headerValue', '#/$defs/acceptedFailure'])
})

test('every keyword in user-facing schemas has its own error message', () => {
  const schemas = ['config/config', 'known-failures/known-failures'].map((name) => schemaDocuments().get(idOf(name)))
  // A keyword followed by an object is a config member such as maxRequests; a rule has a plain value.
  const rule = /"((?:min|max|unique|exclusive|multiple|contains)[A-Z]\w+|pattern|format|const)":(?!\{)/g
  const rules = [...JSON.stringify(schemas).matchAll(rule)].map(([, keyword]) => keyword!)
  expect(rules.length).toBeGreaterThan(10)
  expect(rules.filter((keyword) => !spokenKeywords.has(keyword))).toEqual([])
})
