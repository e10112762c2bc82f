import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { schemaDocuments } from './load.ts'

const documents = [...schemaDocuments()]
const ajv = new Ajv2020({ strict: false })

test.each(documents)('%s conforms to the metaschema', (_, document) => {
  expect(ajv.validateSchema(document), ajv.errorsText()).toBe(true)
})

// The suite's own `$ref` keyword does not record evaluated members (`build/compiler.ts`).
test.each(documents)('%s uses only keywords that the validators support', (id, document) => {
  const text = JSON.stringify(document)
  expect(text).not.toMatch(/"(unevaluated(Properties|Items)|\$dynamic(Ref|Anchor))"/)
  if (text.includes('"x-section"')) expect(text, id).not.toMatch(/"anyOf":\[/)
})
