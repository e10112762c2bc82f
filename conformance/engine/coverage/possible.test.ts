import { expect, test } from 'vitest'
import { drawables, drawnValues } from '../generate/drawn.fixture.ts'
import { itemIndexOf } from '../generate/items.ts'
import { possibleItems } from '../generate/possible.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { canOccurTogether, pairsOf, startMeasuring } from './collector.ts'

const drawn = drawables.flatMap(({ id, subject, arbitraries }) => {
  const { request } = subject.operation.schemas
  return arbitraries === undefined || request === undefined ? [] : [{ id, subject, arbitraries, schema: request }]
})

test.each(drawn)('$id: every feature and pair of a drawn request is possible', ({ schema, ...drawable }) => {
  const { exclusions } = drawable.subject.operation
  const possible = { ...possibleItems(documentLanguage, schema, exclusions), exclusions }
  for (const value of drawnValues(drawable, 3, 40)) {
    const index = itemIndexOf(documentLanguage.view(schema))
    const features = index.itemsOf(value).features.map(index.nameOfFeature)
    expect([...features].filter((name) => name !== '/body' && !possible.features.has(name))).toEqual([])
    for (const pair of pairsOf([...features].filter((name) => name !== '/body'))) {
      const [one = '', other = ''] = pair.split(' + ')
      expect(canOccurTogether(documentLanguage, schema, possible, [one, other]), pair).toBe(true)
    }
  }
})

test('possible values come from enums, types and limits', () => {
  const { values, counts } = possibleItems(documentLanguage, 'messages/request')
  expect([...values.keys()]).toEqual(
    expect.arrayContaining([
      '/body/stream is true',
      '/body/temperature value next to the most',
      '/body/messages/*/role is user',
    ]),
  )
  expect([...values.keys()]).not.toContain('/body/messages/*/role is system')
  expect([...counts.keys()]).toContain('/body/messages 1 items')
  expect([...counts.keys()]).not.toContain('/body/messages 0 items')
})

test.each([
  ['/body/toolChoice/type=any', '/body/toolChoice/type=auto', false],
  ['/body/thinking/type=enabled', '/body/topK', false],
  ['/body/temperature', '/body/system', true],
])('combining %s with %s is possible: %s', (one, other, isPossible) => {
  const possible = possibleItems(documentLanguage, 'messages/request')
  expect(canOccurTogether(documentLanguage, 'messages/request', possible, [one, other])).toBe(isPossible)
})

test('covered items are counted, and the others are listed', () => {
  const measured = startMeasuring('messages/request')
  const before = measured.covered()
  expect(before.features.covered).toBe(0)
  const messages = [{ role: 'user', content: 'Name a color.' }]
  measured.add({ body: { model: 'messages-model-1', max_tokens: 64, messages, temperature: 1, system: 'Be brief.' } })
  const after = measured.covered()
  expect(after.features).toMatchObject({ all: before.features.all, covered: 2 })
  expect(after.pairs).toMatchObject({ all: before.pairs.all, covered: 1 })
  expect(before.pairs.left).toHaveLength(after.pairs.left.length + 1)
})
