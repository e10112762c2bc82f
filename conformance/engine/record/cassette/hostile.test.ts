import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readCassette } from './read-cassette.ts'

const folder = mkdtempSync(join(tmpdir(), 'hostile-cassette-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(text: string): string {
  const file = join(folder, 'recording.txt')
  writeFileSync(file, text)
  return file
}

const laughs = Array.from({ length: 30 }, (_, n) => `b${n + 1}: &b${n + 1} [*b${n}, *b${n}, *b${n}, *b${n}]`).join('\n')

test.each([
  ['a billion laughs', `interactions: []\nb0: &b0 [ha]\n${laughs}\n`, /^cannot be read as YAML: its aliases multiply/],
  [
    'an object of Python',
    'interactions: !!python/object/apply:os.system ["true"]\n',
    /^cannot be read as YAML: Unresolved tag: /,
  ],
  [
    'an object of Ruby',
    'http_interactions: !ruby/object:Gem::Installer {}\n',
    /^cannot be read as YAML: Unresolved tag: /,
  ],
  ['deep nesting', `interactions: ${'['.repeat(200_000)}\n`, /^cannot be read as YAML: /],
  ['too many values', `interactions: [${'a,'.repeat(600_000)}]\n`, /more than 1,000,000 YAML tokens$/],
  ['truncated YAML', 'interactions:\n- request: {"a": "\n', /^cannot be read as YAML: /],
  ['truncated JSON', '{"interactions": [{"request"', /^cannot be read as JSON: it is cut off or damaged$/],
  [
    'a config file',
    'version: 1\nservices: {}\n',
    /^is not a cassette of vcrpy, VCR, .*python-genai\. Send the requests through mgi proxy/,
  ],
])('%s is rejected with a one-line problem', (_, text, line) => {
  const cassette = readCassette(written(text))
  expect(cassette).toEqual({ problem: expect.stringMatching(line) })
  expect(JSON.stringify(cassette)).not.toContain('\\n')
})

test.each(['interactions:\n', '{"interactions":'])('a file over 16 MiB is rejected before it is read: %j', (text) => {
  const file = written(text)
  truncateSync(file, 2 ** 40)
  expect(readCassette(file)).toEqual({ problem: 'is longer than 16 MiB; split it' })
})
