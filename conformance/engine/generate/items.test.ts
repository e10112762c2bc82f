import { expect, test } from 'vitest'
import { isObject } from '../../../schemas/json.ts'
import { drawables, drawnValues } from './drawn.fixture.ts'
import { itemIndexOf } from './items.ts'

/** Returns the same JSON with the members of each object in reverse order. */
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, backwards(member)] as const)
  return Object.fromEntries(members.reverse())
}

const open = drawables.filter(({ arbitraries }) => arbitraries !== undefined)

test.each(open)('$id: coverage items do not depend on member order', (drawable) => {
  const index = itemIndexOf(drawable.subject.root!)
  const sorted = (value: unknown) => {
    const { features, constraints, values, others } = index.itemsOf(value)
    return [features, constraints, values, others].map((all) => [...all].sort((one, other) => one - other))
  }
  for (const value of drawnValues(drawable, 11, 20)) {
    const items = sorted(value)
    expect(items[3]).not.toEqual([])
    expect(sorted(value)).toEqual(items)
    expect(sorted(backwards(value))).toEqual(items)
  }
})

test('items have the names of their place and class', () => {
  const { subject } = drawables.find(({ id }) => id === 'messages.create')!
  const index = itemIndexOf(subject.root!)
  const body = {
    model: 'messages-model-1',
    max_tokens: 64,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    tools: [{ name: 'a', input_schema: { type: 'object', properties: { at_once: { type: 'boolean' } } } }],
  }
  const { features, values, others } = index.itemsOf({ body })
  expect(features.map(index.nameOfFeature)).toEqual(
    expect.arrayContaining(['/body/tools', '/body/messages/*/content/*/type=text']),
  )
  expect(values.map(index.nameOf)).toEqual(expect.arrayContaining(['/body/messages/*/content/*/text length of 2']))
  expect(others.map(index.nameOf)).toEqual(
    expect.arrayContaining([
      '/body/tools/*/inputSchema 3 levels',
      '/body/tools/*/inputSchema/**/properties spelled at_once',
    ]),
  )
})
