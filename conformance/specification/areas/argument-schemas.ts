/** A JSON Schema of an object, as tools and functions use it for their arguments. */
export interface ArgumentSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

const members: readonly (readonly [name: string, schema: object])[] = [
  ['city', { type: 'string', description: 'A city.' }],
  ['days', { type: 'integer', minimum: 1, maximum: 9 }],
  ['unit', { type: 'string', enum: ['celsius', 'kelvin'] }],
  [
    'at',
    { type: 'object', properties: { lat: { type: 'number' }, lon: { type: 'number' } }, required: ['lat', 'lon'] },
  ],
  ['tags', { type: 'array', items: { type: 'string' } }],
  ['isExact', { type: 'boolean' }],
  ['from', { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$', examples: ['2026-01-31'] }],
  ['q', { type: ['string', 'null'] }],
  ['page_size', { type: 'integer', default: 10 }],
  ['options', { type: 'object' }],
  ['x-trace', { type: 'string' }],
  ['7', { type: 'number' }],
]

/** The numbers of members, and of required ones among them: none, one, two, a few, several, many. */
const sizes = [
  [0, 0],
  [1, 0],
  [1, 1],
  [2, 1],
  [2, 2],
  [4, 0],
  [4, 3],
  [7, 2],
  [8, 8],
  [11, 4],
  [12, 12],
] as const

/** Schemas with every number of members and required members. */
export const argumentSchemas: readonly ArgumentSchema[] = sizes.map(([count, needed]) => {
  const names = members.slice(0, count).map(([name]) => name)
  const required = names.slice(0, needed)
  return {
    type: 'object',
    properties: Object.fromEntries(members.slice(0, count)),
    ...(needed === 0 ? {} : { required }),
  }
})
