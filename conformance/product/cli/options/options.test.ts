import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outFolder } from '../../../core/files/out-folder.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { choices } from '../../config/choices.ts'
import { docsUrl } from '../../config/docs-url.ts'
import { readKey } from '../../config/keys.ts'
import { shownUrl, targetUrl, webOrigin } from '../../config/target-url.ts'
import { positiveNumber, positiveTime, wholeNumber } from './numbers.ts'

test.each([
  '',
  ' 1',
  '1.5',
  '1e3',
  '0x10',
  'NaN',
  '-1',
  '11',
  'ten',
  '1 ',
])('"%s" is not a whole number from 0 to 10', (text) => {
  expect(() => wholeNumber('seed', text, { least: 0, most: 10 })).toThrow(
    `--seed ${text}: give a whole number from 0 to 10`,
  )
})

test.each(['0', '-1', '', 'Infinity', '1e3', '.', 'abc'])('"%s" is not a positive number', (text) => {
  expect(() => positiveNumber('rate', text)).toThrow(UsageError)
})

test('valid numbers are parsed', () => {
  expect(wholeNumber('seed', '10', { least: 0 })).toBe(10)
  expect(positiveNumber('rate', '0.25')).toBe(0.25)
  expect(positiveNumber('rate', undefined)).toBeUndefined()
})

test('choices may be repeated or separated by commas, and are sorted in list order', () => {
  expect(choices('area', ['c,a', 'a'], ['a', 'b', 'c'])).toEqual(['a', 'c'])
  expect(() => choices('area', ['mesages'], ['messages'])).toThrow(
    '--area mesages: expected one of messages (did you mean "messages"?)',
  )
  expect(() => choices('area', ['a,'], ['a'])).toThrow(UsageError)
})

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['HTTPS://Example.test/base/', 'https://example.test/base'],
  ['http://[::1]:80/a/b//', 'http://[::1]/a/b'],
])('%s is parsed as the target %s', (text, url) => {
  expect(targetUrl(text)).toBe(url)
})

test.each([
  ['127.0.0.1:8080', 'the target "127.0.0.1:8080" is not an http or https URL; write http://127.0.0.1:8080'],
  ['localhost', 'the target "localhost" is not an http or https URL; write http://localhost'],
  ['ftp://x', 'the target "ftp://x" is not an http or https URL; write http://HOST:PORT'],
  ['http://', 'the target "http://" cannot be read as a URL; write http://HOST:PORT/PATH'],
  [
    'http://x/base/?key=s3cret&alt=sse&alt=1#top',
    'the target http://x/base was given with a query (?…), which no base URL has; write http://x/base',
  ],
  ['http://x/#s3cret', 'the target http://x was given with a fragment (#…), which no base URL has; write http://x'],
  ['http://x/?', 'the target http://x was given with a query (?…), which no base URL has; write http://x'],
])('%s is not a valid target', (text, message) => {
  expect(() => targetUrl(text)).toThrow(new UsageError(message))
})

test.each<[string, (text: string) => unknown]>([
  ['http://user:hunter2@x', targetUrl],
  ['gateway.example/?key=hunter2', targetUrl],
  ['http://[/#hunter2', targetUrl],
  ['http://x/?hunter2', targetUrl],
  ['user:hunter2@x', webOrigin],
  ['ftp://x/?key=hunter2', webOrigin],
  ['https://x/?key=hunter2', webOrigin],
  ['https://x/#hunter2', webOrigin],
  ['gateway.example/?key=hunter2', (text) => docsUrl(text, '--docs')],
  ['ftp://user:hunter2@x', (text) => docsUrl(text, '--docs')],
])('%s is rejected without repeating a secret in it', (text, read) => {
  expect(() => read(text)).toThrow(UsageError)
  expect(() => read(text)).toThrow(/^(?!.*hunter2)/s)
})

test('a URL is shown without user name, password, query and fragment', () => {
  expect(shownUrl('https://a:b?c#d@host/path?key=s#t')).toBe('https://…@host/path?…')
  expect(shownUrl('host:80/path')).toBe('host:80/path')
})

test('the --key option takes precedence over the environment', () => {
  expect(readKey('a', { MGI_API_KEY: 'b' })).toBe('a')
  expect(readKey(undefined, { MGI_API_KEY: 'b' })).toBe('b')
  expect(readKey(undefined, { MGI_API_KEY: '' })).toBeUndefined()
})

test('a key with invalid header characters is rejected without repeating it', () => {
  const unfit = fc.tuple(fc.stringMatching(/^[a-z]{8,12}$/), fc.constantFrom('\n', ' ', 'é', '\u0000'))
  fc.assert(
    fc.property(unfit, ([start, end]) => {
      try {
        readKey(undefined, { MGI_API_KEY: start + end })
        expect.unreachable()
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError)
        expect((error as Error).message).not.toContain(start)
      }
    }),
  )
})

test('a file is rejected as the output folder', () => {
  expect(() => outFolder('package.json', process.cwd())).toThrow(
    '--out package.json: it is not a folder; name another one',
  )
})

test('a path below a file is rejected as the output folder', () => {
  for (const below of ['package.json/x', 'package.json/x/y'])
    expect(() => outFolder(below, process.cwd())).toThrow(
      `--out ${below}: ${join(process.cwd(), 'package.json')} is not a folder; name another one`,
    )
})

test.each([
  ['90', 90],
  ['0.5', 0.5],
  ['90s', 90],
  ['2m', 120],
  ['1.5h', 5400],
])('--max-time %s is %d seconds', (text, seconds) => {
  expect(positiveTime('max-time', text, 604_800)).toBe(seconds)
})

test.each([
  '0',
  '0m',
  '-1m',
  '2 m',
  '2d',
  'm',
  '',
  '169h',
])('--max-time "%s" is rejected with the expected format', (text) => {
  expect(() => positiveTime('max-time', text, 604_800)).toThrow(
    `--max-time ${text}: give seconds, or a time such as 90s, 10m or 2h; at most 604800 seconds`,
  )
})
