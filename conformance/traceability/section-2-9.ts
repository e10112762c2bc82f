import { excluded, judged, type Section } from './row.ts'

export default {
  number: '2.9',
  title: 'Messages response',
  parts: [
    {
      title: 'The message',
      rows: [
        judged('The reply is an object of these fields.', ['messages.reply-object']),
        judged('`id` is a string.', ['messages.reply-id']),
        judged('`id` is unique.', ['messages.reply-id-unique']),
        judged('`type` is always `message`.', ['messages.reply-type']),
        judged('`role` is always `assistant`.', ['messages.reply-role']),
        judged('`model` is a string.', ['messages.reply-model']),
        judged(
          '`model` is the model that was used.',
          ['messages.model-asked-for'],
          'Gateways name it in their own way: another name than the requested one is only reported as information (G14).',
        ),
        judged('`content` is an array of blocks.', ['messages.reply-content', 'messages.reply-block']),
        judged('A `text` block has a string `text`.', ['messages.reply-text']),
        judged('`text` has 1 to 5000000 characters.', [
          'messages.reply-text-not-empty',
          'messages.reply-text-within-limit',
        ]),
        judged('A `tool_use` block has `id`, `name` and an `input`.', [
          'messages.reply-tool-use-id',
          'messages.reply-tool-use-name',
          'messages.reply-tool-use-input',
        ]),
        judged('An `id` says which use of a tool it is.', ['messages.tool-use-ids-distinct']),
        judged('A tool that is used is one of the request, and its `input` fits.', [
          'messages.tool-use-declared',
          'messages.tool-use-input-fits',
        ]),
        excluded('Blocks of both types may be mixed.', 'This is a permission: any order conforms.', 'G1'),
      ],
    },
    {
      title: 'Why it ended',
      rows: [
        judged('`stop_reason` is `end_turn`, `max_tokens`, `stop_sequence` or `tool_use`.', [
          'messages.stop-reason-listed',
          'messages.stream-stop-reason-listed',
        ]),
        judged('`stop_reason` is not null in a reply that is not streamed.', ['messages.reply-stop-reason']),
        judged('In a stream it is null in `message_start` and not null afterwards.', [
          'messages.stream-start-stop-reason',
          'messages.stream-stop-reason',
        ]),
        judged('The reason `tool_use` goes with a tool that is used.', [
          'messages.stop-reason-tool-use-has-one',
          'messages.stop-reason-of-tool-use',
        ]),
        excluded(
          'A custom stop sequence ends the text.',
          'Whether a text may contain it or continue after it is not specified, and not judged.',
          'C8',
        ),
        judged('`stop_sequence` is a string or null.', ['messages.reply-stop-sequence']),
        judged('`stop_sequence` is the one of the request that matched, and else null.', [
          'messages.stop-sequence-agrees',
          'messages.stop-sequence-asked-for',
        ]),
      ],
    },
    {
      title: 'usage',
      rows: [
        judged('`usage` is an object.', ['messages.reply-usage']),
        judged('`input_tokens` and `output_tokens` are integers.', [
          'messages.reply-input-tokens',
          'messages.reply-output-tokens',
        ]),
        judged('`cache_creation_input_tokens` and `cache_read_input_tokens` are integers.', [
          'messages.reply-cache-creation-tokens',
          'messages.reply-cache-read-tokens',
          'messages.reply-cache-creation-tokens-present',
          'messages.reply-cache-read-tokens-present',
        ]),
        judged('All of them are counts.', ['messages.reply-counts-not-negative']),
        judged('Even an empty reply has `output_tokens` that are not 0.', [
          'messages.reply-output-tokens-positive',
          'messages.stream-output-tokens-positive',
        ]),
        excluded(
          'Counts may differ from what can be seen.',
          'This is a permission: they are not compared with the text.',
        ),
      ],
    },
  ],
} as const satisfies Section
