import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startHarScan } from './scan.ts'

const entry = fc.record({ request: fc.jsonValue(), text: fc.string({ unit: 'binary' }), '"entries":[{}]': fc.string() })
const others = fc.dictionary(
  fc.string().filter((name) => name !== 'entries'),
  fc.jsonValue(),
  { maxKeys: 3 },
)
const space = fc.constantFrom(undefined, 1, '\t')

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

function scanned(bytes: Buffer, piece: number) {
  const scan = startHarScan()
  const places = []
  for (let from = 0; from < bytes.length; from += piece) places.push(...scan.push(bytes.subarray(from, from + piece)))
  const texts = places.map(({ offset, length }) => bytes.toString('utf8', offset, offset + length))
  return { texts, ...scan.end() }
}

test('all entries of a HAR are found, whatever their content and the size of the pieces', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(entry, fc.jsonValue()), { maxLength: 4 }),
      others,
      others,
      space,
      fc.integer({ min: 1, max: 50 }),
      (...given) => {
        const [entries, before, after, indent, piece] = given
        const har = { log: { ...before, entries, ...after } }
        const { texts, frame, isWhole } = scanned(Buffer.from(JSON.stringify(har, null, indent)), piece)
        expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual(
          (JSON.parse(JSON.stringify(entries)) as unknown[]).filter(isObject),
        )
        expect(isWhole).toBe(true)
        expect(JSON.parse(frame)).toEqual(JSON.parse(JSON.stringify({ log: { ...har.log, entries: [] } })))
      },
    ),
  )
})

test('the entries before the cut are found in a truncated HAR', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 3 }), fc.nat(), (entries, cut) => {
      const whole = Buffer.from(JSON.stringify({ log: { entries } }))
      const { texts, isWhole } = scanned(whole.subarray(0, cut % whole.length), 7)
      expect(isWhole).toBe(false)
      const found = texts.map((text) => JSON.parse(text) as unknown)
      expect(found).toEqual((JSON.parse(JSON.stringify(entries)) as unknown[]).slice(0, found.length))
    }),
  )
})

test('any bytes are scanned without throwing', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void scanned(Buffer.from(bytes), 3)))
})
