import { expect, test } from 'vitest'
import { isPlaceholder } from './placeholder.ts'

test.each([
  ...[
    'REDACTED',
    '**REDACTED**',
    'DUMMY',
    '<API_KEY>',
    '**********',
    'test_api_key',
    'fake-key',
    'XXXXXX',
    '[FILTERED]',
  ],
  ...['${OPENAI_API_KEY}', '{{api_key}}', 'sk-dummy', 'your-api-key-here', 'MOCK_API_KEY', '<API_KEY>', '[REDACTED]'],
])('%s is a placeholder', (value) => expect(isPlaceholder(value)).toBe(true))

test.each([
  'key-1',
  'sk-proj-Ab3dEf',
  'AIzaSyD-9tSrke72PouQMnMX',
  'owner',
  'test-7f3a9c',
  'sk-ant-api03-x',
])('%s may be a key', (value) => expect(isPlaceholder(value)).toBe(false))
