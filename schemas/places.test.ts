import { expect, test } from 'vitest'
import { leafPlaces } from './places.ts'

test('counts, flags and free texts are leaves, and objects, lists and discriminators are not', () => {
  expect(leafPlaces('usage.reply-unlimited-quota')).toHaveLength(1)
  expect(leafPlaces('messages.reply-input-tokens')).toBeDefined()
  expect(leafPlaces('images.reply-url')).toBeDefined()
  // Another schema lists the stop reasons.
  const none = [
    'usage.reply-data',
    'images.reply-data',
    'messages.reply-type',
    'messages.reply-stop-reason',
    'messages.no-such',
  ]
  for (const id of none) expect(leafPlaces(id)).toBeUndefined()
})

test('requirements on the same value share a place', () => {
  const [place = ''] = leafPlaces('messages.reply-output-tokens-positive') ?? []
  expect(leafPlaces('messages.reply-output-tokens')).toContain(place)
  expect(leafPlaces('messages.reply-input-tokens')).not.toContain(place)
})
