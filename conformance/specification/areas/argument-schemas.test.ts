import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { valueFitting } from '../../../reference-server/model/fit.ts'
import { mulberry32 } from '../../../reference-server/model/random.ts'
import { argumentSchemas } from './argument-schemas.ts'

test.each(argumentSchemas)('the reference server calls a tool with arguments that fit %j', (schema) => {
  const fits = new Ajv2020({ strict: false }).compile(schema)
  for (let seed = 0; seed < 20; seed += 1) {
    const value = valueFitting(schema, mulberry32(seed))
    expect(fits(value), JSON.stringify(value)).toBe(true)
  }
})
