import { accepted } from './accepted.ts'

const forJson = { dependsOn: ['content.response-mime-type-json-accepted'] }

/** Response schemas that a target accepts. */
export default [
  accepted('content.response-schema-string-accepted', 'a response schema of type `STRING`', forJson),
  accepted('content.response-schema-number-accepted', 'a response schema of type `NUMBER`', forJson),
  accepted('content.response-schema-integer-accepted', 'a response schema of type `INTEGER`', forJson),
  accepted('content.response-schema-boolean-accepted', 'a response schema of type `BOOLEAN`', forJson),
  accepted('content.response-schema-array-accepted', 'a response schema of type `ARRAY`', forJson),
  accepted('content.response-schema-object-accepted', 'a response schema of type `OBJECT`', forJson),
  accepted('content.schema-description-accepted', 'a schema `description`', forJson),
  accepted('content.schema-enum-accepted', 'a schema `enum`', forJson),
  accepted('content.schema-example-accepted', 'a schema `example`', forJson),
  accepted('content.schema-nullable-accepted', 'a schema `nullable`', forJson),
  accepted('content.schema-format-date-accepted', 'the schema format `date`', forJson),
  accepted('content.schema-format-date-time-accepted', 'the schema format `date-time`', forJson),
  accepted('content.schema-required-accepted', '`required` in a schema', forJson),
  accepted('content.schema-minimum-accepted', '`minimum` in a schema', forJson),
  accepted('content.schema-maximum-accepted', '`maximum` in a schema', forJson),
  accepted('content.schema-min-items-accepted', '`minItems` in a schema', forJson),
  accepted('content.schema-max-items-accepted', '`maxItems` in a schema', forJson),
  accepted('content.schema-min-length-accepted', '`minLength` in a schema', forJson),
  accepted('content.schema-max-length-accepted', '`maxLength` in a schema', forJson),
] as const
