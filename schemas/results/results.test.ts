import { describe, expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { renderJson } from '../../reports/json.ts'
import { validate } from '../index.ts'

type Tree = Record<string, unknown>

const good = () => JSON.parse(renderJson(examples.nonconforming())) as Tree
const pointersOf = (value: unknown) => validate('results/results', value).violations.map(({ pointer }) => pointer)

test.each(Object.entries(examples))('the results of a run that is %s are valid', (_name, example) => {
  expect(pointersOf(JSON.parse(renderJson(example())))).toEqual([])
})

/** Yields every object in a value with its pointer, except values from the target. */
function* objectsIn(value: unknown, pointer = ''): Generator<readonly [Tree, string]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [value as Tree, pointer]
  for (const [name, inner] of Object.entries(value)) {
    if (name !== 'expected' && name !== 'actual') yield* objectsIn(inner, `${pointer}/${name}`)
  }
}

describe('the schema is strict', () => {
  test('an unknown member is rejected anywhere', () => {
    const report = good()
    for (const [object, pointer] of [...objectsIn(report)]) {
      object['surplus'] = 1
      expect(pointersOf(report)).toEqual([`${pointer}/surplus`])
      delete object['surplus']
    }
  })

  const optional = [
    // Results of versions before there were editions have none.
    'edition',
    'interpretation',
    'at',
    'path',
    'expected',
    'actual',
    'curl',
    'replay',
    'intermittent',
    'shrunk',
    'operation',
    'purpose',
    'trouble',
    'text',
    'base64',
    'events',
    'name',
    'pointer',
    'departure',
    'event',
    'chunksTotal',
    'eventsTotal',
    'characters',
    'known',
    'limitKinds',
    ...['config', 'blockedBy', 'example', 'hint', 'knownDefects', 'operations', 'models', 'headers', 'version'],
    'excused',
    'mandatory',
    ...['excluded', 'sharedReason'],
    ...['clients', 'exercise', 'detail'],
    ...['shared', 'closest'],
    ...['features', 'knownFailures', 'owner', 'link', 'expires'],
    ...['declarations', 'coverage', 'items', 'latencies', 'tokenCounts', 'traffic', 'accepted', 'rejected', 'busy'],
    'downloads',
  ]

  const optionalCounts = ['pictures', 'example', 'input', 'output', 'characters']

  test('a missing member is a violation unless it is optional', () => {
    const report = good()
    const members = [...objectsIn(report)].flatMap(([object, pointer]) =>
      Object.keys(object).map((name) => [object, pointer, name] as const),
    )
    for (const [object, pointer, name] of members) {
      if (optional.includes(name)) continue
      if (pointer.startsWith('/declarations') && name === 'exchange') continue
      if (pointer.startsWith('/features') && name === 'causes') continue
      if (pointer.startsWith('/tokenCounts') && optionalCounts.includes(name)) continue
      const member = object[name]
      delete object[name]
      expect(pointersOf(report)).toContain(`${pointer}/${name}`)
      object[name] = member
    }
  })

  test.each([
    ['a skip with an unknown kind of reason', { verdict: 'skipped', reason: 'because' }, 'reason'],
    ['a failure without a finding', { verdict: 'fail', findings: [] }, 'findings'],
    ['an unknown outcome', { verdict: 'passed' }, 'verdict'],
    ['an unknown operation', { endpoint: 'chat.create' }, 'endpoint'],
  ])('%s is a violation', (_what, change, where) => {
    const report = good()
    Object.assign((report['requirements'] as Tree[])[0]!, change)
    expect(pointersOf(report)).toContain(`/requirements/0/${where}`)
  })
})
