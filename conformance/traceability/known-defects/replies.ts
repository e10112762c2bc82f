import { caught, excused } from './defect.ts'

/** Defects of replies in one piece. */
export default [
  caught(
    11,
    'The `input` of a tool use is a string of JSON instead of an object.',
    ['nielspeter/claude-code-proxy PR#13', 'Bamboo-agent PR#359', 'new-api (its source)'],
    { faults: ['messages-input-as-string'], requirements: ['messages.reply-tool-use-input'] },
  ),
  caught(14, '`stop_reason` is `end_turn` although a tool is used.', ['litellm#34692', 'maximhq/bifrost#3638'], {
    faults: ['messages-end-turn-beside-tool-use'],
    requirements: ['messages.stop-reason-of-tool-use'],
  }),
  caught(
    15,
    '`stop_reason` is never `stop_sequence`, and the sequence that matched is lost.',
    ['vllm PR#45807', 'kekzl/imp#1550', 'surogate#133'],
    {
      faults: ['messages-stop-sequence-lost'],
      requirements: ['messages.stop-sequence-agrees'],
      excuse: 'A response that hides its stop sequence cannot be distinguished from one that simply ended (G13).',
    },
  ),
  caught(24, 'A request for no stream gets a stream.', ['headroom#3130'], {
    faults: ['messages-stream-unasked'],
    requirements: ['messages.reply-not-streamed'],
  }),
  caught(
    25,
    'A request for a stream gets JSON or another content type.',
    ['litellm#20278', '@musistudio/llms (observed)', 'aimock (observed)'],
    {
      faults: [
        'messages-stream-as-json',
        'messages-stream-type-of-json',
        'content-stream-as-json',
        'content-stream-type-of-json',
      ],
      requirements: ['messages.stream-given', 'messages.stream-content-type', 'content.stream-content-type'],
    },
  ),
  caught(36, 'The body is not JSON: its strings contain line breaks.', ['AgnesAI-Models#125'], {
    faults: ['messages-raw-line-breaks'],
    requirements: ['messages.reply-json'],
  }),
  caught(
    55,
    '`output_tokens` is 0 for a response with content.',
    ['aimock (observed)', '@musistudio/llms (observed)'],
    {
      faults: ['messages-zero-output-tokens', 'messages-stream-zero-output-tokens'],
      requirements: ['messages.reply-output-tokens-positive', 'messages.stream-output-tokens-positive'],
    },
  ),
  excused(
    49,
    'A 201 from behind the gateway is treated as an error.',
    ['new-api#5486'],
    'What happens behind a gateway cannot be observed. A 201 of the gateway itself counts as success (G3).',
  ),
] as const
