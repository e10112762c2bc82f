import { judged, type Part } from '../row.ts'

export default {
  title: 'Schema',
  rows: [
    judged('`type` is required.', ['content.schema-type-missing-refused']),
    judged(
      '`type` is `STRING`, `NUMBER`, `INTEGER`, `BOOLEAN`, `ARRAY`, `OBJECT` or `TYPE_UNSPECIFIED`.',
      [
        'content.response-schema-string-accepted',
        'content.response-schema-number-accepted',
        'content.response-schema-integer-accepted',
        'content.response-schema-boolean-accepted',
        'content.response-schema-array-accepted',
        'content.response-schema-object-accepted',
        'content.schema-type-unknown-refused',
      ],
      'Whether `TYPE_UNSPECIFIED` is accepted is unspecified (C6), and so are lower-case types (C2).',
    ),
    judged('`description` is a string.', ['content.schema-description-accepted', 'content.schema-member-type-refused']),
    judged('`enum` is an array, for strings.', ['content.schema-enum-accepted', 'content.schema-member-type-refused']),
    judged('`example` is any value.', ['content.schema-example-accepted']),
    judged('`nullable` is a boolean.', ['content.schema-nullable-accepted', 'content.schema-member-type-refused']),
    judged(
      '`format` is a string such as `date` or `date-time`.',
      [
        'content.schema-format-date-accepted',
        'content.schema-format-date-time-accepted',
        'content.schema-member-type-refused',
      ],
      'Other formats are not specified.',
    ),
    judged('`items` is a Schema, for arrays.', [
      'content.response-schema-array-accepted',
      'content.response-schema-type-refused',
    ]),
    judged('`properties` is an object of Schemas, for objects.', [
      'content.response-schema-object-accepted',
      'content.schema-member-type-refused',
    ]),
    judged('`required` is an array of property names.', [
      'content.schema-required-accepted',
      'content.schema-member-type-refused',
    ]),
    judged('`minimum` and `maximum` are numbers.', [
      'content.schema-minimum-accepted',
      'content.schema-maximum-accepted',
      'content.schema-member-type-refused',
    ]),
    judged('`minItems`, `maxItems`, `minLength` and `maxLength` are integers.', [
      'content.schema-min-items-accepted',
      'content.schema-max-items-accepted',
      'content.schema-min-length-accepted',
      'content.schema-max-length-accepted',
      'content.schema-member-type-refused',
    ]),
    judged('An answer in JSON fits the Schema.', ['content.json-mode-fits-schema']),
  ],
} as const satisfies Part
