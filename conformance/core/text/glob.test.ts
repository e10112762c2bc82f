import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idsMatching, matchesGlob, requirementIds } from './glob.ts'

test.each([
  ['messages.*', 'messages.reply-id', true],
  ['messages.*', 'messagesXreply-id', false],
  ['*-id', 'messages.reply-id', true],
  ['messages.reply-??', 'messages.reply-id', true],
  ['reply', 'messages.reply-id', false],
])('the glob %s with %s: %s', (glob, id, matches) => {
  expect(matchesGlob(glob, id)).toBe(matches)
})

test('any text without wildcards matches itself, and * matches any text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(matchesGlob(text.replaceAll('*', '?'), text)).toBe(true)
      expect(matchesGlob('*', text)).toBe(true)
    }),
  )
})

test('a glob that matches nothing is a usage error with the nearest id', () => {
  const ids = ['messages.reply-id', 'usage.reply-name']
  expect(() => idsMatching(['usage.*', 'messages.reply-ib'], ids)).toThrow('did you mean "messages.reply-id"?')
  expect(() => idsMatching(['nothing.*'], ids)).toThrow(
    'no requirement matches "nothing.*" (mgi requirements lists them)',
  )
  const placed = { ...requirementIds, placeOf: (index: number) => `place ${index}` }
  expect(() => idsMatching(['usage.*', 'message.*'], ids, placed)).toThrow(
    'place 1: no requirement matches "message.*" (did you mean "messages.*"?)',
  )
})
