import { expect, test } from 'vitest'
import { resolveNode, rootNode, schemaNames, validate } from '../../../schemas/index.ts'
import type { Requirement } from '../../model/requirement.ts'
import suite from './index.ts'

const requirements: readonly Requirement[] = suite.requirements
const byId = new Map(requirements.map((one) => [one.id, one]))
const documents = schemaNames.filter((name) => name.startsWith('content-generation/'))
const requestRoots = ['content-generation/request']

test('ids are unique and begin with the area', () => {
  expect(byId.size).toBe(requirements.length)
  for (const id of byId.keys()) expect(id).toMatch(/^content\.[a-z0-9-]+$/)
})

test('every id that a schema names is a requirement of the right kind', () => {
  const requestDocuments = reachedFrom(requestRoots)
  for (const name of documents) {
    const isRequest = requestDocuments.has(name)
    for (const id of annotations(name, 'x-accepts')) expect(byId.get(id)?.kind, id).toBe('acceptance')
    for (const id of annotations(name, 'x-requirement')) {
      expect(byId.get(id)?.kind, `${name}: ${id}`).toBe(isRequest ? 'refusal' : 'exchange')
    }
  }
})

test('every acceptance of a use and every refusal is named by a schema or a rule', () => {
  const named = new Set(
    documents.flatMap((name) => [...annotations(name, 'x-accepts'), ...annotations(name, 'x-requirement')]),
  )
  const byRule = ['content.system-instruction-non-text-refused']
  for (const one of requirements) {
    const needsSchema = one.kind === 'refusal' || (one.kind === 'acceptance' && one.speaksOf === 'use')
    if (needsSchema && !byRule.includes(one.id)) expect(named, one.id).toContain(one.id)
  }
})

test('dependsOn and aims name requirements', () => {
  for (const one of requirements) {
    if (one.kind === 'acceptance')
      for (const id of one.dependsOn ?? []) expect(byId.has(id), `${one.id}: ${id}`).toBe(true)
  }
  for (const { aims, id } of suite.probes) for (const aim of aims) expect(byId.has(aim), `${id}: ${aim}`).toBe(true)
})

test.each(suite.templates)('the template $operation $id breaks nothing and leaves nothing open', ({ value }) => {
  const { violations, open } = validate('content-generation/request', value)
  expect({ violations, open }).toEqual({ violations: [], open: [] })
})

test('the first template of each operation makes use of nothing', () => {
  for (const { id } of suite.operations) {
    const first = suite.templates.find(({ operation }) => operation === id)
    expect(validate('content-generation/request', first?.value).uses).toEqual([])
  }
})

test('a template needs the abilities that its uses need', () => {
  for (const { id, value, capabilities = [] } of suite.templates) {
    const uses = validate('content-generation/request', value).uses
    const needed = uses.map(({ requirement }) => byId.get(requirement)?.capability).filter((one) => one !== undefined)
    expect([...new Set(needed)], id).toEqual(capabilities)
  }
})

function annotations(name: string, keyword: string): readonly string[] {
  const found: string[] = []
  visit(rootNode(name).schema, (schema) => {
    const value = schema[keyword]
    if (value === undefined) return
    found.push(...(typeof value === 'string' ? [value] : (Object.values(value as object) as string[])))
  })
  return found
}

function visit(value: unknown, meet: (schema: Record<string, unknown>) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) meet(value as Record<string, unknown>)
  for (const [keyword, inner] of Object.entries(value)) if (keyword !== 'examples') visit(inner, meet)
}

/** The names of the documents that these refer to, themselves included. */
function reachedFrom(names: readonly string[], met: Set<string> = new Set()): Set<string> {
  for (const name of names.filter((one) => !met.has(one))) {
    met.add(name)
    const { schema, base } = rootNode(name)
    visit(schema, (inner) => {
      if (typeof inner['$ref'] !== 'string') return
      const target = resolveNode({ schema: { $ref: inner['$ref'] }, base }).base
      reachedFrom([target.slice('mgi:/schemas/'.length, -'.json'.length)], met)
    })
  }
  return met
}
