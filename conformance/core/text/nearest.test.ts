import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const words = ['messages.reply-id', 'messages.reply-type', 'usage.reply-name']

test.each([
  ['messages.reply-di', 'messages.reply-id'],
  ['Messages.Reply-ID', 'messages.reply-id'],
  ['mesages.reply-type', 'messages.reply-type'],
  ['something else entirely', undefined],
  ['', undefined],
])('the nearest match of "%s" is %s', (word, expected) => {
  expect(nearest(word, words)).toBe(expected)
})
