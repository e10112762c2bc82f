import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaReference } from './schema-reference.ts'

const schema = 'known-failures/known-failures.json'

function packageIn(folder: string): string {
  const own = join(folder, 'node_modules/model-gateway-conformance')
  mkdirSync(join(own, 'schemas/known-failures'), { recursive: true })
  writeFileSync(join(own, 'schemas', schema), '{}')
  return own
}

test.each([
  ['next to the file', '.', 'known.yaml', './node_modules/model-gateway-conformance', true],
  ['in a prefix next to the file', '.mgi', 'known.yaml', './.mgi/node_modules/model-gateway-conformance', true],
  ['in a prefix of the project', '.mgi', 'ci/known.yaml', '../.mgi/node_modules/model-gateway-conformance', true],
  ['in the cache of npx', 'cache/npx/1', 'ci/known.yaml', './node_modules/model-gateway-conformance', false],
])('a schema of a package that is %s', (_, installed, file, reference, isThere) => {
  const project = mkdtempSync(join(tmpdir(), 'mgi-'))
  const own = packageIn(join(project, installed))
  expect(schemaReference(schema, join(project, file), own)).toEqual({
    reference: `${reference}/schemas/${schema}`,
    isThere,
  })
})
