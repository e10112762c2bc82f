import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { scratch } from '../package/consumer.ts'
import { beside, published, tool } from './tools.ts'

const { folder, remove } = scratch()
afterAll(remove)

/** Returns the rules that a document violates, as errors or warnings of a linter. */
type Linter = (document: string) => Promise<readonly string[]>

const redocly: Linter = async (document) => {
  const options = ['lint', '--config', beside('redocly.yaml'), '--format', 'json', '--max-problems', '1000', document]
  const { stdout } = await tool('@redocly/cli/bin/cli.js', options)
  const { problems } = JSON.parse(stdout) as { problems: readonly { ruleId: string; ignored?: boolean }[] }
  return problems.filter(({ ignored }) => ignored !== true).map(({ ruleId }) => ruleId)
}

const spectral: Linter = async (document) => {
  const options = ['lint', '--ruleset', beside('spectral.yaml'), '--format', 'json', '--quiet', document]
  const { stdout } = await tool('@stoplight/spectral-cli/dist/index.js', options)
  return (JSON.parse(stdout) as readonly { code: string }[]).map(({ code }) => code)
}

test.each([
  ['Redocly', redocly],
  ['Spectral', spectral],
])('%s finds nothing to report in the document', async (_, linter) => {
  expect(await linter(published)).toEqual([])
})

/**
 * Writes a copy of the document with three defects: an operation without a description, a list without items, and an
 * undefined path parameter.
 */
function careless(): string {
  const document = JSON.parse(readFileSync(published, 'utf8'))
  delete document.paths['/api/usage/token'].get.description
  delete document.components.schemas.MessagesRequest.properties.messages.items
  delete document.paths['/v1beta/models/{model}:generateContent'].parameters
  const file = join(folder(), 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  return file
}

test('of a careless document both report what is wrong', async () => {
  const file = careless()
  const [byRedocly, bySpectral] = await Promise.all([redocly(file), spectral(file)])
  expect(byRedocly).toContain('path-parameters-defined')
  expect(bySpectral).toEqual(expect.arrayContaining(['operation-description', 'array-items', 'path-params']))
})
