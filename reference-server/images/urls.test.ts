import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureUrls } from './urls.ts'

const pictures = fc.record({
  seed: fc.stringMatching(/^[0-9a-f]{16}$/),
  width: fc.constantFrom(256, 1024),
  height: fc.constantFrom(512, 1792),
})

function nameIn(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

test('an image URL is valid for exactly 60 minutes', () => {
  const urls = pictureUrls()
  fc.assert(
    fc.property(pictures, fc.nat(), fc.nat({ max: 7_200_000 }), (picture, now, later) => {
      const name = nameIn(urls.issue(picture, 'http://here', now))
      expect(urls.read(name, now + later)).toEqual(later <= 3_600_000 ? picture : undefined)
    }),
  )
})

test('a changed image URL is invalid', () => {
  const urls = pictureUrls()
  fc.assert(
    fc.property(pictures, fc.nat(), fc.constantFrom('0', '1', 'a', '-', 'z'), (picture, at, digit) => {
      const name = nameIn(urls.issue(picture, 'http://here', 0))
      const place = at % name.length
      const changed = name.slice(0, place) + digit + name.slice(place + 1)
      fc.pre(changed !== name)
      expect(urls.read(changed, 0)).toBeUndefined()
    }),
  )
})

test('any text is read without throwing, and URLs of another server are invalid', () => {
  const urls = pictureUrls()
  fc.assert(fc.property(fc.string(), (name) => void expect(urls.read(name, 0)).toBeUndefined()))
  const foreign = pictureUrls().issue({ seed: '0123456789abcdef', width: 256, height: 256 }, '', 0)
  expect(urls.read(nameIn(foreign), 0)).toBeUndefined()
})
