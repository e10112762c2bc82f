import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digestOf, digestWithout, fingerprint, placesAt } from './fingerprint.ts'

const members = fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

test('the order of members does not matter', () => {
  fc.assert(
    fc.property(members, (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse())
      expect(digestOf(fingerprint(turned))).toBe(digestOf(fingerprint(value)))
    }),
  )
})

test('a value without a member has the digest of the value that never had it', () => {
  fc.assert(
    fc.property(members, fc.string({ minLength: 1, maxLength: 4 }), fc.jsonValue(), (value, name, extra) => {
      const { [name]: _, ...lean } = value
      const whole = fingerprint({ at: { ...lean, [name]: extra } })
      expect(digestWithout(whole, placesAt([`/at/${escaped(name)}`]))).toBe(digestOf(fingerprint({ at: lean })))
    }),
  )
})

test('leaving out several places is leaving out one after the other', () => {
  fc.assert(
    fc.property(members, members, (one, other) => {
      const names = Object.keys(one).slice(0, 2)
      const whole = fingerprint({ deep: { one, other } })
      const left = Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)))
      const places = placesAt([...names.map((name) => `/deep/one/${escaped(name)}`), '/deep/other'])
      expect(digestWithout(whole, places)).toBe(digestOf(fingerprint({ deep: { one: left } })))
    }),
  )
})

test('a place that does not exist changes nothing', () => {
  const whole = fingerprint({ a: { b: 1 } })
  for (const pointer of ['', '/x', '/a/x', '/x/b']) {
    expect(digestWithout(whole, placesAt([pointer]))).toBe(digestOf(whole))
  }
})

test('a file counts as a whole: a place within it takes all of it', () => {
  const file = { format: 'png', digest: 'd', width: 2 }
  expect(digestWithout(fingerprint({ image: file }), placesAt(['/image/width']))).toBe(digestOf(fingerprint({})))
})

test('different values have different digests', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.jsonValue(), { maxLength: 100, selector: canonical }), (values) => {
      expect(new Set(values.map((value) => digestOf(fingerprint(value)))).size).toBe(values.length)
    }),
  )
})

test('neighbouring numbers, texts and shapes do not collide', () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => index)
  const values = numbers.flatMap((index) => [index, `${index}`, [index], { index }, { a: index, b: index + 1 }])
  expect(new Set(values.map((value) => digestOf(fingerprint(value)))).size).toBe(values.length)
})

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}
