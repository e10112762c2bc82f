import { expect, test } from 'vitest'
import { isSound } from '../../engine/plan/schema/language.ts'
import { catalogueOf } from '../../specification/catalogue.ts'
import { draftOf, topicsOf } from './drafts.ts'
import { notLookedFor, placesWithoutMark, reasonFor, reasons } from './places.ts'

const operations = catalogueOf(['images', 'content-generation', 'messages']).operations
const drafted = operations.flatMap((operation) =>
  topicsOf(operation).map((topic) => ({ operation, topic, id: operation.id })),
)

test.each(drafted)('the request of $id about $topic is valid', async ({ operation, topic }) => {
  const { validate } = await import('../../../schemas/index.ts')
  const value = operation.read(draftOf(operation, topic)!.request)
  const validation = validate(operation.schemas.request!, value)
  expect(isSound(validation) ? [] : [...validation.violations, ...validation.open]).toEqual([])
})

test.each(operations)('each place of requests of $id has a mark or a reason', (operation) => {
  expect(placesWithoutMark(operation).filter((place) => reasonFor(operation.id, place) === undefined)).toEqual([])
})

test('each reason is that of a place', () => {
  const without = operations.flatMap((operation) => placesWithoutMark(operation).map((place) => ({ operation, place })))
  const unused = reasons.filter(
    ([ids, places]) => !without.some(({ operation, place }) => ids.test(operation.id) && places.test(place)),
  )
  expect(unused).toEqual([])
})

test('places that are not looked for have no mark', () => {
  const listed = notLookedFor(operations)
  expect(listed.length).toBeGreaterThan(10)
  expect(new Set(listed.map(({ operation, place }) => `${operation} ${place}`)).size).toBe(listed.length)
})
