import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { runOptionSpecs } from '../conformance/product/cli/run/options/options.ts'
import { freshFactsText } from '../conformance/specification/areas/images/uploads.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { bundle, bundleText, readDocuments, readGroups } from '../schemas/build/compiled.ts'
import { configTypesText } from '../schemas/build/config-types.ts'
import { sentenceIdsText } from '../schemas/build/sentences.ts'
import { sentences, validate } from '../schemas/index.ts'
import { idOf, type JsonSchema } from '../schemas/load.ts'
import { configOptionsText } from '../scripts/options-of-schema.ts'
import { configPage } from '../scripts/pages/config-page.ts'
import { defectsPage } from '../scripts/pages/defects-page.ts'
import { pageContents } from '../scripts/pages/page-contents.ts'
import { requirementsPage } from '../scripts/pages/requirements-page.ts'

test.each([
  ['schemas/sentence-ids.ts', () => sentenceIdsText(sentences())],
  ['REQUIREMENTS.md', () => requirementsPage(pageContents(at('fixtures/corpus/')))],
  ['docs/known-defects.md', () => defectsPage(catalogue)],
  ['conformance/product/config/config-file.ts', () => configTypesText(configSchema())],
  ['conformance/product/cli/run/options/config-options.ts', () => configOptionsText(configSchema())],
  ['docs/configuration.md', () => configPage(configSchema(), Object.keys(runOptionSpecs))],
  ['fixtures/images/facts.json', freshFactsText],
])('%s is fresh (npm run generate)', async (path, text) => {
  expect(readFileSync(at(path), 'utf8') === (await text()), `${path} is stale: npm run generate`).toBe(true)
})

test('schemas/bundle.json is that of the schemas', () => {
  const made = bundleText(readDocuments(at('schemas/')), readGroups(at('schemas/')))
  expect(readFileSync(at('schemas/bundle.json'), 'utf8') === made).toBe(true)
})

function configSchema(): JsonSchema {
  return JSON.parse(readFileSync(at('schemas/config/config.json'), 'utf8')) as JsonSchema
}

function at(path: string): URL {
  return new URL(`../${path}`, import.meta.url)
}

test('a plain validator can use the bundle alone', () => {
  const ajv = new Ajv2020({ strict: false, discriminator: true })
  formats.default(ajv)
  ajv.addSchema(bundle(readDocuments(at('schemas/')), readGroups(at('schemas/'))))
  const check = ajv.getSchema(idOf('messages/reply'))
  expect(check?.({})).toBe(false)
  expect(check?.(reply)).toBe(true)
})

const reply = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'messages-model-1',
  content: [{ type: 'text', text: 'apple' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 2, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
}

test('the example of the config schema is valid, and a misspelt key is not', () => {
  expect(validate('config/config', { target: 'http://127.0.0.1:8080', unsupported: ['speech'] }).violations).toEqual([])
  expect(validate('config/config', { tarket: 'x' }).violations).not.toEqual([])
})
