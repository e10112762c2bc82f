import type { DataName } from '../compiled-data.ts'

const text = { type: 'string', minLength: 1 }
const texts = { type: 'array', items: text, uniqueItems: true, minItems: 1 }
const textsOrNone = { type: 'array', items: text, uniqueItems: true, default: [] }

const row = {
  ...exactly({ says: text }, { requirements: texts, besides: text, excluded: text, interpretation: text }),
  oneOf: [{ required: ['requirements'] }, { required: ['excluded'] }],
  dependentRequired: { besides: ['requirements'], interpretation: ['excluded'] },
}
const part = exactly({ title: text, rows: listOf(row) })

/** The JSON Schemas of the YAML files. */
export const shapes = {
  interpretations: { type: 'object', propertyNames: { pattern: '^[GITCMS][0-9]+$' }, additionalProperties: text },
  'known-defects': listOf(
    exactly(
      { number: { type: 'integer', minimum: 1 }, says: text, seenIn: texts },
      { faults: textsOrNone, requirements: textsOrNone, excuse: text },
    ),
  ),
  'specification-map': listOf(exactly({ number: text, title: text, parts: listOf(part) })),
} satisfies Record<DataName, object>

function listOf(items: object): object {
  return { type: 'array', items, minItems: 1 }
}

/** Returns the schema of an object with these members and no others. */
function exactly(required: Record<string, object>, optional: Record<string, object> = {}): object {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  }
}
