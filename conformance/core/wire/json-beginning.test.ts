import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBeginningOfJson } from './json-beginning.ts'

test('each beginning of a JSON text is one, with escapes and white space', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), fc.nat(), (json, space, length) => {
      const text = JSON.stringify(JSON.parse(json), null, space)
      expect(isBeginningOfJson(text.slice(0, length % (text.length + 1)))).toBe(true)
    }),
  )
})

test.each(['-1.5e-7', '-0', '{"a":[true,false,null],"b":"\\u00e9\\""}'])('each beginning of %s is one', (text) => {
  for (let length = 0; length <= text.length; length += 1) expect(isBeginningOfJson(text.slice(0, length))).toBe(true)
})

test.each([
  'blue',
  '```json\n{',
  '{"a" 1',
  '[1,]',
  '[1}',
  '{"a":1}]',
  '"a" "b',
  "{'a'",
  'tru}',
  '01',
  '"\\x',
])('%s begins no JSON text', (text) => expect(isBeginningOfJson(text)).toBe(false))
