import { caught, excused } from './defect.ts'

/** Defects of the order and the end of a messages stream. */
export default [
  caught(1, '`message_start` is sent twice.', ['QuantumNous/new-api#1502'], {
    faults: ['messages-stream-two-starts'],
    requirements: ['messages.stream-order'],
  }),
  caught(2, 'Indices leave gaps, and a block is stopped that was never started.', ['new-api#5482', 'new-api PR#2854'], {
    faults: ['messages-stream-stop-elsewhere', 'messages-stream-index-from-one'],
    requirements: ['messages.stream-index-of-open-block', 'messages.stream-indices-count-up'],
  }),
  caught(
    3,
    'A delta or stop refers to a block that does not exist.',
    ['new-api#4321', 'new-api#4389', 'new-api#5102', 'CLIProxyAPI#3720'],
    {
      faults: ['messages-stream-delta-elsewhere', 'messages-stream-stop-elsewhere'],
      requirements: ['messages.stream-index-of-open-block'],
    },
  ),
  caught(4, 'A delta is sent without the start of its block.', ['litellm PR#30115', 'CLIProxyAPI#1700'], {
    faults: ['messages-stream-delta-without-start'],
    requirements: ['messages.stream-order'],
  }),
  caught(5, 'A block starts before the message does.', ['heyhuynhgiabuu/proxypal#19'], {
    faults: ['messages-stream-block-before-start'],
    requirements: ['messages.stream-order'],
  }),
  caught(8, 'The second block takes the index of the first, which was not stopped.', ['ollama PR#17225'], {
    faults: ['messages-stream-index-reused', 'messages-stream-no-block-stop'],
    requirements: ['messages.stream-indices-distinct', 'messages.stream-order'],
  }),
  caught(9, 'A new block is started for every token.', ['llama.cpp PR#18551'], {
    faults: ['messages-stream-block-started-twice'],
    requirements: ['messages.stream-order'],
  }),
  caught(18, '`message_delta`, and the counts with it, is missing.', ['new-api#4760', 'free-claude-code PR#43'], {
    faults: ['messages-stream-no-message-delta', 'messages-stream-no-usage'],
    requirements: ['messages.stream-order', 'messages.stream-usage'],
  }),
  caught(
    19,
    'The stream ends without `message_stop`.',
    ['litellm PR#32159', 'litellm#20347', 'strands harness-sdk PR#2047'],
    {
      faults: ['messages-stream-no-stop', 'messages-stream-cut'],
      requirements: ['messages.stream-end', 'messages.stream-terminated'],
    },
  ),
  excused(
    20,
    'If the stream behind the gateway is cut, the stream of the gateway ends as if the model had finished.',
    ['TensorRT-LLM PR#18289'],
    'What happens behind a gateway cannot be observed: the stream violates no rule.',
  ),
  caught(
    21,
    'An error behind the gateway becomes an empty stream with the status 200.',
    ['litellm#20347', 'gemini-balance PR#347'],
    {
      faults: ['messages-stream-empty', 'content-stream-empty'],
      requirements: ['messages.stream-end', 'content.stream-events'],
      excuse: 'A stream in the right order without blocks is permitted.',
    },
  ),
  caught(
    22,
    '`[DONE]` is sent inside a messages stream, or instead of its end.',
    ['vllm PR#37510', 'huggingface/tau PR#692'],
    {
      faults: ['messages.stream-no-done-before-stop', 'messages-stream-done-for-stop'],
      requirements: ['messages.stream-no-done-before-stop', 'messages.stream-end'],
    },
  ),
  caught(
    23,
    'An error in the middle of a stream has a form that clients do not understand.',
    ['litellm PR#41826', '@musistudio/llms (its source)'],
    { faults: ['messages-stream-error-without-code'], requirements: ['messages.stream-error-body'] },
  ),
  caught(26, 'A stream is buffered until it is complete.', ['koine#31', 'sourcegraph/cody#2180'], {
    faults: ['messages-stream-buffered'],
    requirements: ['messages.stream-delivery'],
    excuse: 'The time at which events arrive is unspecified: reported as information, never a violation (S8).',
  }),
] as const
