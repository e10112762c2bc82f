import { expect, test } from 'vitest'
import { UsageError } from '../../core/text/usage-error.ts'
import { docsUrl } from './docs-url.ts'

test.each([
  ['https://docs.example/mgi', 'https://docs.example/mgi/'],
  ['HTTP://127.0.0.1:8000//', 'http://127.0.0.1:8000/'],
])('%s is normalised to %s', (text, url) => {
  expect(docsUrl(text, '--docs')).toBe(url)
})

test.each([
  ['docs/', '--docs: "docs/" is not an http or https URL; write https://HOST/PATH/'],
  ['javascript:alert(1)', '--docs: "javascript:alert(1)" is not an http or https URL; write https://HOST/PATH/'],
  ['https://x/?a=1', '--docs: a base URL has no user name, query or fragment; write https://HOST/PATH/'],
  ['https://me:secret@x/', '--docs: a base URL has no user name, query or fragment; write https://HOST/PATH/'],
])('%s is a usage error', (text, message) => {
  expect(() => docsUrl(text, '--docs')).toThrow(new UsageError(message))
})
