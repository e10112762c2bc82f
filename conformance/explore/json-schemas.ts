import fc from 'fast-check'

/** A JSON Schema, and a value that fits it. */
export interface Exemplified {
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: unknown
}

const names = ['city', 'count', 'unit', 'is_open', 'größe', 'a-b', 'Name'] as const

/** Schemas of arguments: objects of objects, arrays of objects, lists of one word; each with arguments that fit it. */
export const argumentSchemas: fc.Arbitrary<Exemplified> = fc.letrec<{ object: Exemplified; value: Exemplified }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      scalar('string', 'Oslo'),
      scalar('integer', 3),
      scalar('number', 0.5),
      scalar('boolean', true),
      fc.constantFrom(['celsius'], ['celsius', 'kelvin']).map((words) => ({
        schema: { type: 'string', enum: words },
        example: words[0],
      })),
      fc
        .oneof(tie('value'), tie('object'))
        .map(({ schema, example }) => ({ schema: { type: 'array', items: schema }, example: [example] })),
      tie('object'),
    ),
    object: fc
      .tuple(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...names), tie('value')), {
          selector: ([name]) => name,
          minLength: 1,
          maxLength: 5,
        }),
        fc.constantFrom('none', 'first', 'all'),
      )
      .map(([members, required]) => objectOf(members, required)),
  }),
).object

function scalar(type: string, example: unknown): fc.Arbitrary<Exemplified> {
  return fc
    .constantFrom({}, { description: 'What is asked for.' })
    .map((more) => ({ schema: { type, ...more }, example }))
}

function objectOf(members: readonly (readonly [string, Exemplified])[], required: string): Exemplified {
  const all = members.map(([name]) => name)
  const wanted = required === 'all' ? all : required === 'first' ? all.slice(0, 1) : []
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
      ...(wanted.length === 0 ? {} : { required: wanted }),
    },
    example: Object.fromEntries(members.map(([name, { example }]) => [name, example])),
  }
}

/** Schemas in the form of section 2.6: types in capitals, the facets each type has, arrays of objects, one word to choose from. */
export const responseSchemas: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.letrec<{
  object: Readonly<Record<string, unknown>>
  value: Readonly<Record<string, unknown>>
}>((tie) => ({
  object: objects(tie('value')),
  value: fc.oneof(
    { maxDepth: 3 },
    described(
      'STRING',
      fc.constantFrom<object>(
        {},
        { maxLength: 20 },
        { minLength: 2, maxLength: 40 },
        { format: 'date' },
        { format: 'date-time' },
        { example: 'red' },
      ),
    ),
    described('STRING', fc.constantFrom<object>({ enum: ['red'] }, { enum: ['red', 'green', 'größte Übung'] })),
    described(
      'INTEGER',
      fc.constantFrom<object>({}, { minimum: 1, maximum: 9 }, { minimum: 4, maximum: 4 }, { minimum: -3 }),
    ),
    described('NUMBER', fc.constantFrom<object>({}, { minimum: 0.5, maximum: 0.75 }, { maximum: -1 })),
    described('BOOLEAN', fc.constantFrom<object>({}, { nullable: true })),
    fc
      .tuple(
        fc.oneof(tie('value'), tie('object')),
        fc.constantFrom<object>({}, { minItems: 1, maxItems: 3 }, { minItems: 2, maxItems: 2 }),
      )
      .map(([items, more]) => ({ type: 'ARRAY', items, ...more })),
    { arbitrary: tie('object'), weight: 3 },
  ),
})).value

function objects(value: fc.Arbitrary<unknown>): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const members = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 5,
  })
  return fc.tuple(members, fc.boolean()).map(([own, isRequired]) => ({
    type: 'OBJECT',
    properties: Object.fromEntries(own),
    ...(isRequired ? { required: own.map(([name]) => name) } : {}),
  }))
}

function described(type: string, facets: fc.Arbitrary<object>): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const words = fc.constantFrom<object>({}, {}, { description: 'What is asked for.' }, { nullable: true })
  return fc.tuple(words, facets).map(([more, own]) => ({ type, ...more, ...own }))
}
