import { expect, test } from 'vitest'
import { isObject } from '../../schemas/json.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { drawables, drawnValues } from './drawn.fixture.ts'
import { coverageItemsOf } from './items.ts'

/** Returns the same JSON with the members of each object in reverse order. */
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, backwards(member)] as const)
  return Object.fromEntries(members.reverse())
}

test.each(
  drawables.filter(({ arbitraries }) => arbitraries !== undefined),
)('$id: coverage items do not depend on member order', (drawable) => {
  const { root } = drawable.subject
  const of = (value: unknown) => root && coverageItemsOf(documentLanguage, root, value)
  for (const value of drawnValues(drawable, 11, 20)) {
    const items = of(value)
    expect(items?.others.size).toBeGreaterThan(0)
    expect(of(value)).toEqual(items)
    expect(of(backwards(value))).toEqual(items)
  }
})
