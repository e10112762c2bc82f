import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, without } from './canonical.ts'

const members = fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

test('member order does not change the canonical text', () => {
  fc.assert(
    fc.property(members, (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse())
      expect(canonical(turned).text).toBe(canonical(value).text)
    }),
  )
})

test('removing a member gives the canonical text of a value that never had it', () => {
  fc.assert(
    fc.property(members, fc.string({ minLength: 1, maxLength: 4 }), fc.jsonValue(), (value, name, extra) => {
      const { [name]: _, ...lean } = value
      const whole = canonical({ at: { ...lean, [name]: extra } })
      expect(without(whole, [`/at/${escaped(name)}`]).text).toBe(canonical({ at: lean }).text)
    }),
  )
})

test('several places can be removed at once', () => {
  fc.assert(
    fc.property(members, members, (one, other) => {
      const names = Object.keys(one).slice(0, 2)
      const whole = canonical({ deep: { one, other } })
      const left = Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)))
      const places = [...names.map((name) => `/deep/one/${escaped(name)}`), '/deep/other']
      expect(without(whole, places).text).toBe(canonical({ deep: { one: left } }).text)
    }),
  )
})

test('removing a place that does not exist changes nothing', () => {
  const whole = canonical({ a: { b: 1 } })
  for (const pointer of ['', '/x', '/a/x', '/x/b']) {
    expect(without(whole, [pointer]).text).toBe(whole.text)
  }
})

test('a file is removed as a whole if a place within it is removed', () => {
  const file = { format: 'png', digest: 'd', width: 2 }
  expect(without(canonical({ image: file }), ['/image/width']).text).toBe(canonical({}).text)
})

test('different values have different canonical texts', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.jsonValue(), { maxLength: 100, selector: sorted }), (values) => {
      expect(new Set(values.map((value) => canonical(value).text)).size).toBe(values.length)
    }),
  )
})

test('similar numbers, strings and shapes have different canonical texts', () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => index)
  const values = numbers.flatMap((index) => [index, `${index}`, [index], { index }, { a: index, b: index + 1 }])
  expect(new Set(values.map((value) => canonical(value).text)).size).toBe(values.length)
})

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}
