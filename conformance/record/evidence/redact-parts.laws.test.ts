import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from './redact.ts'
import { replyInParts, replyOf } from './reply-in-parts.fixture.ts'

/** Written anew: the promise, not how it is kept. */
const telling = (key: string) => Math.min(key.length, Math.max(8, Math.min(24, Math.ceil(key.length / 2))))

const letter = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
const key = fc.string({ unit: letter, minLength: 6, maxLength: 70 })
/** A key, and a part of it that matters. */
const keyAndPart = key.chain((value) =>
  fc
    .record({ length: fc.integer({ min: telling(value), max: value.length }), at: fc.nat() })
    .map(({ length, at }) => ({ value, part: value.substr(at % (value.length - length + 1), length) })),
)

const swapped = (text: string) =>
  [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('')
const disguises: Readonly<Record<string, (part: string) => string>> = {
  'as it is': (part) => part,
  'in capitals': (part) => part.toUpperCase(),
  'in lower case': (part) => part.toLowerCase(),
  'in the other case': swapped,
  'in hex': (part) => Buffer.from(part).toString('hex'),
  'in hex in capitals': (part) => Buffer.from(part).toString('hex').toUpperCase(),
  'percent-encoded': (part) => encodeURIComponent(part),
  'percent-encoded whole': (part) => [...Buffer.from(part)].map((byte) => `%${byte.toString(16)}`).join(''),
  'as JSON': (part) => JSON.stringify(part).slice(1, -1),
  'as numbers in JSON': (part) =>
    [...part].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
}
const disguise = fc.constantFrom(...Object.keys(disguises))
/** Characters that no form of a key contains. */
const filler = fc
  .string({ unit: fc.constantFrom('é', ' ', '{', '\n', '['), maxLength: 12 })
  .map((text) => `\n${text}\n`)
const cuts = fc.array(fc.nat({ max: 300 }), { maxLength: 6 })

const secretsFor = (value: string) => [{ label: '«key:valid»', value }]

describe('a telling part of a key', () => {
  test('does not survive in any disguise, however cut into chunks, and nothing around it is lost', () => {
    fc.assert(
      fc.property(keyAndPart, disguise, filler, filler, cuts, ({ value, part }, name, before, after, cutAt) => {
        const written = disguises[name]!(part)
        const body = Buffer.from(before + written + after)
        const text = replyOf(createRedactor(secretsFor(value)).exchange(replyInParts(body, cutAt))).toString()
        expect(text.startsWith(before) && text.endsWith(after)).toBe(true)
        const inside = text.slice(before.length, text.length - after.length)
        expect(inside).toContain('«key:valid')
        // The rest of the secret is too short to reveal anything.
        expect(inside.replace(/«key:valid(:part)?»/g, '').length).toBeLessThan(written.length)
        expect(text).not.toContain(written)
      }),
      { numRuns: 500 },
    )
  })

  test('of which less than what matters is there, stays as it is, and so does everything else', () => {
    fc.assert(
      fc.property(key, fc.nat(), filler, (value, at, before) => {
        const length = telling(value) - 1
        const part = value.substr(at % (value.length - length + 1), length)
        fc.pre(!value.toLowerCase().replace(part.toLowerCase(), '').includes(part.toLowerCase()))
        const text = `${before}${part}${before}`
        expect(createRedactor(secretsFor(value)).text(text)).toBe(text)
      }),
    )
  })

  test('is found wherever it lies in a body of several megabytes', () => {
    const value = 'sk-Qm7xT2vNf9LzRb4WcYd81HjKpa'
    const redactor = createRedactor(secretsFor(value))
    fc.assert(
      fc.property(fc.integer({ min: (1 << 20) - 40, max: (1 << 20) + 40 }), cuts, (at, cutAt) => {
        const body = Buffer.alloc(2_200_000, '.')
        body.write(value.slice(0, 20), at)
        body.write(value.slice(5).toUpperCase(), at + (1 << 20))
        const redacted = replyOf(redactor.exchange(replyInParts(body, cutAt))).toString()
        expect(redacted.match(/«key:valid:part»/g)).toHaveLength(2)
        expect(redacted.replace(/\.+/g, '.')).toBe('.«key:valid:part».«key:valid:part».')
      }),
      { numRuns: 20 },
    )
  })
})

test('what was redacted once is redacted already', () => {
  fc.assert(
    fc.property(keyAndPart, disguise, filler, ({ value, part }, name, before) => {
      fc.pre(!'«key:valid:part»'.includes(value.slice(0, 6).toLowerCase()))
      const { text } = createRedactor(secretsFor(value))
      const once = text(before + disguises[name]!(part) + before)
      expect(text(once)).toBe(once)
    }),
  )
})
