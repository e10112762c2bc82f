import { shape } from '../../../model/build.ts'

const about = {
  section: '2.4',
  endpoint: 'images.generate',
  alsoOn: ['images.edit', 'images.variation'],
  reading: 'G5',
} as const
const usage = { section: '2.4', endpoint: 'images.edit', capability: 'multi-image', reading: 'I12' } as const

/** What every image response looks like. */
export const replyShape = [
  shape({ ...about, id: 'images.reply-object', statement: 'The reply is a JSON object.' }),
  shape({ ...about, id: 'images.reply-created', reading: 'G4', statement: 'The reply has `created`, an integer.' }),
  shape({ ...about, id: 'images.reply-data', reading: 'G4', statement: 'The reply has `data`, an array.' }),
  shape({ ...about, id: 'images.reply-image-object', statement: 'Each member of `data` is an object.' }),
  shape({ ...about, id: 'images.reply-url', statement: '`url`, where present, is a string.' }),
  shape({ ...about, id: 'images.reply-b64-json', statement: '`b64_json`, where present, is a string.' }),
  shape({
    ...about,
    id: 'images.reply-revised-prompt',
    conditional: true,
    statement: '`revised_prompt`, where present, is a string.',
  }),
  shape({ ...usage, id: 'images.reply-usage', statement: '`usage`, where present, is an object.' }),
  shape({
    ...usage,
    id: 'images.reply-usage-members',
    statement: 'The token counts in `usage` are integers, and `input_tokens_details` is an object.',
  }),
  shape({
    ...usage,
    id: 'images.reply-usage-complete',
    level: 'implied',
    statement: '`usage` has all the token counts that are listed.',
  }),
] as const
