import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { currentId, matchesRequirement } from './former-ids.ts'

const ids = catalogue.requirements.map(({ id }) => id)
const rejected = ids.filter((id) => id.endsWith('-rejected'))

test('each former id maps to a current requirement and matches it', () => {
  for (const id of rejected.map((one) => one.replace(/rejected$/, 'refused')))
    if (currentId(id) !== id) expect(ids).toContain(currentId(id))
  for (const [former, id] of [
    ['messages.max-tokens-beyond-refused', 'messages.max-tokens-below-rejected'],
    ['messages.top-k-beyond-refused', 'messages.top-k-below-rejected'],
  ] as const) {
    expect(currentId(former)).toBe(id)
    expect(ids).toContain(id)
    expect(matchesRequirement(former, id)).toBe(true)
  }
  expect(matchesRequirement('messages.*-refused', 'messages.top-k-type-rejected')).toBe(true)
})

test('current ids and plugin ids are unchanged', () => {
  for (const id of [...ids, 'acme.coupon-refused']) expect(currentId(id)).toBe(id)
})
