import { expect, test } from 'vitest'
import { misfits } from './output-schema.ts'

const rows = [
  [{ type: 'STRING' }, 'a', []],
  [{ type: 'string' }, 7, ['']],
  [{ type: 'INTEGER' }, 1.0, []],
  [{ type: 'INTEGER' }, 1.5, ['']],
  [{ type: 'BOOLEAN' }, 'true', ['']],
  [{ type: 'NUMBER', minimum: 1, maximum: 2 }, 3, ['']],
  [{ type: 'STRING', nullable: true }, null, []],
  [{ type: 'STRING' }, null, ['']],
  [{ type: 'STRING', enum: ['red'] }, 'blue', ['']],
  [{ type: 'STRING', format: 'date' }, '2024-01-31', []],
  [{ type: 'STRING', format: 'date' }, 'today', ['']],
  [{ type: 'STRING', format: 'date-time' }, '2024-01-31T10:00:00Z', []],
  [{ type: 'STRING', format: 'date-time' }, '2024-01-31', ['']],
  [{ type: 'INTEGER', format: 'int32' }, 7, []],
  [{ type: 'STRING', maxLength: 1 }, '👩‍👩‍👧', []],
  [{ type: 'STRING', minLength: 2 }, '👩', []],
  [{ type: 'STRING', maxLength: 1 }, 'ab', ['']],
  [{ type: 'ARRAY', items: { type: 'INTEGER' }, minItems: 1 }, [1, 'a'], ['/1']],
  [{ type: 'ARRAY', minItems: 1 }, [], ['']],
  [{ type: 'OBJECT', properties: { 'a/b': { type: 'STRING' } } }, { 'a/b': 7 }, ['/a~1b']],
  [{ type: 'OBJECT', properties: { a: { type: 'STRING' } }, required: ['a'] }, {}, ['/a']],
  [{ type: 'OBJECT', properties: { a: { type: 'STRING' } } }, { a: null, b: 1 }, []],
  [{ type: 'OBJECT', properties: { a: { type: 'STRING', enum: ['x'] } } }, { a: null }, []],
  [{ type: 'TYPE_UNSPECIFIED' }, 7, []],
  [undefined, { any: 'thing' }, []],
] as const

test.each(rows)('the schema %j with the value %j gives violations at %j', (schema, value, pointers) => {
  expect(misfits(schema, value).map(({ pointer }) => pointer)).toEqual(pointers)
})
