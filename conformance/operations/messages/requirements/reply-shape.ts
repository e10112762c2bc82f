import { shape } from '../../../model/build.ts'

const inReply = { section: '2.9', endpoint: 'messages.create', reading: 'G4' } as const
const inBlocks = { section: '2.9', endpoint: 'messages.create', reading: 'G5' } as const

/** The fields of a reply in one piece. */
export default [
  shape({ ...inReply, id: 'messages.reply-object', statement: 'A reply is a JSON object.' }),
  shape({ ...inReply, id: 'messages.reply-id', statement: 'A reply has an `id`, a string.' }),
  shape({ ...inReply, id: 'messages.reply-type', statement: 'A reply has the `type` "message".' }),
  shape({ ...inReply, id: 'messages.reply-role', statement: 'A reply has the `role` "assistant".' }),
  shape({ ...inReply, id: 'messages.reply-model', statement: 'A reply has a `model`, a string.' }),
  shape({ ...inReply, id: 'messages.reply-content', statement: 'A reply has a `content`, a list.' }),
  shape({
    ...inReply,
    id: 'messages.reply-stop-reason',
    statement: 'A reply that is not streamed has a `stop_reason`, and it is not null.',
  }),
  shape({
    ...inBlocks,
    id: 'messages.stop-reason-listed',
    statement: 'A `stop_reason` is `end_turn`, `max_tokens`, `stop_sequence` or `tool_use`.',
  }),
  shape({
    ...inReply,
    id: 'messages.reply-stop-sequence',
    statement: 'A reply has a `stop_sequence`, a string or null.',
  }),
  shape({ ...inBlocks, id: 'messages.reply-block', statement: 'Each content block is an object with a `type`.' }),
  shape({ ...inBlocks, id: 'messages.reply-text', statement: 'Each text block has a `text`, a string.' }),
  shape({
    ...inBlocks,
    id: 'messages.reply-text-not-empty',
    reading: 'M10',
    statement: 'The text of a text block is not empty.',
  }),
  shape({
    ...inBlocks,
    id: 'messages.reply-text-within-limit',
    section: '8',
    statement: 'The text of a text block has at most 5000000 characters.',
  }),
  shape({ ...inBlocks, id: 'messages.reply-tool-use-id', statement: 'Each tool use has an `id`, a string.' }),
  shape({ ...inBlocks, id: 'messages.reply-tool-use-name', statement: 'Each tool use has a `name`, a string.' }),
  shape({
    ...inBlocks,
    id: 'messages.reply-tool-use-input',
    reading: 'M9',
    statement: 'Each tool use has an `input`, an object.',
  }),
] as const
