import { expect, test } from 'vitest'
import { createRedactor } from './redact.ts'

const key = 'sk-Qm7xT2vNf9LzRb4WcYd81HjKpa'
const { text: redacted } = createRedactor([
  { label: '«key:valid»', value: key },
  { label: '«key:valid:sk»', value: key.slice(3), isWholeOnly: true },
  { label: '«key:invalid»', value: 'sk-mgi-wrong-key-mgi-wrong-ke', isWholeOnly: true },
])

test.each([
  ['the first 20 characters', `no key ${key.slice(0, 20)}…`, 'no key «key:valid:part»…'],
  ['the last 15', `no key …${key.slice(-15)}`, 'no key …«key:valid:part»'],
  ['from the middle', `<${key.slice(7, 24)}>`, '<«key:valid:part»>'],
  ['capitals', key.toUpperCase(), '«key:valid»'],
  ['lower case', key.toLowerCase(), '«key:valid»'],
  ['hex', Buffer.from(key).toString('hex'), '«key:valid»'],
  ['hex in capitals', Buffer.from(key).toString('hex').toUpperCase(), '«key:valid»'],
  ['hex of a part', Buffer.from(key.slice(0, 20)).toString('hex'), '«key:valid:part»'],
  ['base64 of a part', Buffer.from(`a:${key.slice(0, 20)}:b`).toString('base64'), 'YTp«key:valid:part»zpi'],
  ['two parts', `${key.slice(0, 16)} and ${key.slice(-16)}`, '«key:valid:part» and «key:valid:part»'],
  ['one and a part', `${key}${key.slice(0, 20)}`, '«key:valid»«key:valid:part»'],
  ['the twin and a part', `${key.slice(3)} ${key.slice(3, 20)}`, '«key:valid:sk» «key:valid:part»'],
])('%s of a key', (_, text, expected) => {
  expect(redacted(text)).toBe(expected)
})

test.each([
  ['the first letters and the last four', `Incorrect API key provided: ${key.slice(0, 8)}***${key.slice(-4)}.`],
  ['less than half', key.slice(0, 14)],
  ['parts of the key that the suite made up', 'no key sk-mgi-wrong-key-mgi'],
])('%s is left as it is', (_, text) => {
  expect(redacted(text)).toBe(text)
})

test.each([
  ['test-key', 'a test-kez and a est-key'],
  ['mgi-local', 'mgi-locx lives at gi-loca'],
  ['k', 'kkkkkkkkkkkk'],
])('of the short key %s no part is telling', (value, text) => {
  expect(createRedactor([{ label: '«key:valid»', value }]).text(text)).toBe(text)
})

test('words that are said in the open are no part of a key that is made of them', () => {
  const { text } = createRedactor([{ label: '«key:valid»', value: 'messages-key-4711' }], {
    open: ['messages-model-1'],
  })
  expect(text('{"model":"messages-model-1","Messages-":1}')).toBe('{"model":"messages-model-1","Messages-":1}')
  expect(text('{"echo":"messages-key","all":"MESSAGES-KEY-4711"}')).toBe(
    '{"echo":"«key:valid:part»","all":"«key:valid»"}',
  )
})
