import { shape } from '../../../model/build.ts'

const inUsage = { section: '2.9', endpoint: 'messages.create', reading: 'G4' } as const
const mayBeAbsent = { ...inUsage, conditional: true } as const
const shouldBePresent = { ...inUsage, level: 'implied' } as const

/** The token counts of a reply in one piece. */
export default [
  shape({ ...inUsage, id: 'messages.reply-usage', statement: 'A reply has a `usage`, an object.' }),
  shape({ ...inUsage, id: 'messages.reply-input-tokens', statement: '`usage` has `input_tokens`, an integer.' }),
  shape({ ...inUsage, id: 'messages.reply-output-tokens', statement: '`usage` has `output_tokens`, an integer.' }),
  shape({
    ...inUsage,
    id: 'messages.reply-output-tokens-positive',
    reading: 'M10',
    statement: 'Even an empty reply has a non-zero `output_tokens`.',
  }),
  shape({ ...inUsage, id: 'messages.reply-counts-not-negative', level: 'implied', statement: 'No count is negative.' }),
  shape({
    ...mayBeAbsent,
    id: 'messages.reply-cache-creation-tokens',
    statement: '`cache_creation_input_tokens`, where present, is an integer.',
  }),
  shape({
    ...mayBeAbsent,
    id: 'messages.reply-cache-read-tokens',
    statement: '`cache_read_input_tokens`, where present, is an integer.',
  }),
  shape({
    ...shouldBePresent,
    id: 'messages.reply-cache-creation-tokens-present',
    statement: '`usage` has `cache_creation_input_tokens`.',
  }),
  shape({
    ...shouldBePresent,
    id: 'messages.reply-cache-read-tokens-present',
    statement: '`usage` has `cache_read_input_tokens`.',
  }),
] as const
