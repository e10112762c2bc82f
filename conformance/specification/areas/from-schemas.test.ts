import { expect, test } from 'vitest'
import { resolveNode, rootNode, type SchemaSentence, schemaNames, sentences } from '../../../schemas/index.ts'
import { schemaNameOf } from '../../../schemas/load.ts'
import { rejecting } from '../../../schemas/rules.ts'
import { capabilities, dimensions, endpoints, levels } from '../../core/model/vocabulary.ts'
import { catalogue } from '../catalogue.ts'
import { interpretations } from '../traceability/interpretations.ts'
import { allSections } from '../traceability/specification-map.ts'

const kinds = new Map<string, string>(catalogue.requirements.map(({ id, kind }) => [id, kind]))
const sections = allSections().map(({ number }) => number)

test.each<[string, (one: SchemaSentence) => readonly (string | null | undefined)[], readonly string[]]>([
  ['section', ({ section }) => [section], sections],
  ['level', ({ level }) => [level], levels],
  ['interpretation', ({ interpretation }) => [interpretation], Object.keys(interpretations())],
  ['operations', ({ operations }) => operations, endpoints],
  ['dimension', ({ dimension }) => [dimension], dimensions],
  ['capability', ({ capability }) => [capability], capabilities],
  [
    'dependsOn',
    ({ dependsOn = [] }) => dependsOn,
    sentences()
      .filter(isAcceptance)
      .map(({ id }) => id),
  ],
])('the %s of each schema requirement is a known value', (_, wordsOf, known) => {
  const unknown = sentences().flatMap((one) =>
    wordsOf(one)
      .filter((word) => typeof word === 'string' && !known.includes(word))
      .map((word) => `${one.id}: ${word}`),
  )
  expect(unknown).toEqual([])
})

test('two spellings of a member refer to each other', () => {
  const others = new Map<string, string | undefined>(sentences().map(({ id, otherSpelling }) => [id, otherSpelling]))
  const spellings = sentences().filter(({ otherSpelling }) => otherSpelling !== undefined)
  expect(spellings.length).toBeGreaterThan(0)
  for (const { id, otherSpelling } of spellings) expect(others.get(otherSpelling ?? '')).toBe(id)
})

test('every schema requirement is a full sentence and applies to at least one operation', () => {
  const bad = sentences().filter(({ says, operations }) => !/^[^a-z].*\.$/.test(says) || operations.length === 0)
  expect(bad.map(({ id, says }) => `${id}: ${says}`)).toEqual([])
})

test('every id in a schema or rule is a requirement', () => {
  const written = 'write the sentence at the keyword in the schema, as { "id": …, "says": … } (schemas/README.md)'
  const ids = [...schemaNames().flatMap((name) => annotatedIn(rootNode(name).schema)), ...Object.values(rejecting)]
  expect([...new Set(ids)].filter((id) => !kinds.has(id)).sort(), written).toEqual([])
})

test.each([
  ['rejection', ['request']],
  ['acceptance', ['request']],
  ['shape', ['reply', 'event', 'error']],
] as const)('each operation reaches the schemas of its own %s requirements', (kind, roles) => {
  const strange = catalogue.operations.flatMap((operation) => {
    const roots = roles.flatMap((role) => operation.schemas[role] ?? [])
    const met = new Set([...reachedFrom(roots)].flatMap((name) => annotatedIn(rootNode(name).schema)))
    const own = sentences().filter((one) => one.kind === kind && one.operations.includes(operation.id))
    return own.filter(({ id }) => !met.has(id) && !isOfRule(id)).map(({ id }) => `${id} is not met by ${operation.id}`)
  })
  expect(strange, 'correct its x-group, or its operations').toEqual([])
})

function isAcceptance({ kind }: SchemaSentence): boolean {
  return kind === 'acceptance'
}

/** Returns whether a sentence belongs to a rule, in which case no schema keyword names it. */
function isOfRule(id: string): boolean {
  return !schemaNames().some((name) => annotatedIn(rootNode(name).schema).includes(id))
}

function annotatedIn(schema: unknown): readonly string[] {
  return subschemasIn(schema).flatMap((one) => [one['x-requirement'], one['x-feature']].flatMap(idsIn))
}

function idsIn(annotation: unknown): readonly string[] {
  if (typeof annotation === 'string') return [annotation]
  return typeof annotation === 'object' && annotation !== null ? Object.values(annotation) : []
}

function subschemasIn(value: unknown): readonly Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([keyword, one]) => (keyword === 'examples' ? [] : subschemasIn(one)))
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}

/** Returns the names of these documents and of those that they refer to. */
function reachedFrom(names: readonly string[], met: Set<string> = new Set()): Set<string> {
  for (const name of names.filter((one) => !met.has(one))) {
    met.add(name)
    const { schema, base } = rootNode(name)
    const references = subschemasIn(schema).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
    const targets = references.map(($ref) => resolveNode({ schema: { $ref }, base }).base)
    reachedFrom(targets.map(schemaNameOf), met)
  }
  return met
}
