import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { areas, capabilities, profiles } from '../../../core/model/vocabulary.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { expanded } from '../../config/expand.ts'
import { loadConfig } from '../../config/load-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-laws-'))
afterAll(() => rmSync(folder, { recursive: true }))

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((word) => word.replaceAll('${', '$'))

const config = fc.record(
  {
    target: text,
    key: text,
    keys: fc.record({ images: text, messages: text }, { requiredKeys: [] }),
    areas: fc.subarray([...areas], { minLength: 1 }),
    models: fc.record({ 'image-model-1': text, messages: text }, { requiredKeys: [] }),
    version: text,
    unsupported: fc.subarray([...capabilities]),
    extraHeaders: fc.record({ all: fc.dictionary(fc.stringMatching(/^x-[a-z]{1,8}$/), text) }),
    profile: fc.constantFrom(...profiles),
    seed: fc.integer(),
    rate: fc.double({ min: 0.001, max: 1e9, noNaN: true }),
    strict: fc.boolean(),
    out: text,
    knownFailures: fc.oneof(text, fc.array(fc.record({ requirement: text, reason: text }))),
  },
  { requiredKeys: [] },
)

function readAs(name: string, written: string): unknown {
  writeFileSync(join(folder, name), written)
  return loadConfig({ given: name, cwd: folder, env: {}, overridden: [] })?.config
}

test('a config reads the same from YAML and JSON in any layout', () => {
  fc.assert(
    fc.property(config, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      expect(readAs('c.yaml', stringify(value))).toEqual(value)
      expect(readAs('c.json', JSON.stringify(value, null, indent))).toEqual(value)
      expect(readAs('c.yml', JSON.stringify(value))).toEqual(value)
    }),
    { numRuns: 60 },
  )
})

test('any file is read or rejected with a one-line error', () => {
  const piece = fc.constantFrom(
    'target',
    ': ',
    '\n',
    '  ',
    '- ',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    '${A}',
    '&a ',
    '*a',
    '\t',
    '!!js ',
    'key',
    '#',
    '|',
    '? ',
    '\u0000',
    '\u2028',
    '%',
    'é',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      (written) => {
        try {
          readAs('any.yaml', written)
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError)
          expect((error as UsageError).message).toMatch(/^any\.yaml[^\n\r]*$/)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('text without variables is unchanged, and each variable is replaced by its value', () => {
  fc.assert(
    fc.property(text, fc.string({ minLength: 1 }), text, (before, value, after) => {
      fc.pre(!before.endsWith('$'))
      expect(expanded(before, {}).text).toBe(before)
      expect(expanded(`${before}\${A}${after}`, { A: value }).text).toBe(before + value + after)
    }),
  )
})
