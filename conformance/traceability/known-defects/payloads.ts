import { caught, excused } from './defect.ts'

/** Defects of what the events of a messages stream hold. */
export default [
  excused(
    6,
    '`input_tokens` is always 0 in `message_start`.',
    ['sgl-project/sglang#20678', 'CLIProxyAPI#1700', 'opencodex#4857'],
    'The specification lists no counts in `message_start`; they are in `message_delta` (S6).',
  ),
  caught(
    7,
    'A delta has another type than its block: thinking in a text.',
    ['litellm PR#33938', 'litellm PR#33224', 'llm-rosetta#246'],
    { faults: ['messages-stream-thinking-in-text'], requirements: ['messages.stream-text-delta'] },
  ),
  excused(
    10,
    'A `tool_use` block starts without `input`.',
    ['llama.cpp PR#22960'],
    'The specification states only the `type` of a started block (S5).',
  ),
  caught(12, 'The arguments of a tool use are dropped from the stream.', ['litellm#25561'], {
    faults: ['messages-stream-input-dropped'],
    requirements: ['messages.tool-use-input-fits'],
    excuse: 'Detected if the schema of the tool has required members.',
  }),
  caught(13, 'Text is sent as an empty piece of tool input.', ['litellm#29286'], {
    faults: ['messages-stream-text-as-input'],
    requirements: ['messages.stream-text-delta'],
  }),
  caught(16, '`stop_reason` is an empty string instead of null in `message_start`.', ['Wei-Shaw/sub2api PR#4589'], {
    faults: ['messages-stream-empty-stop-reason'],
    requirements: ['messages.stream-start-stop-reason'],
  }),
  excused(
    17,
    '`stop_sequence` is missing from `message_delta`.',
    ['vllm#55324'],
    'The specification lists no `stop_sequence` in a stream (M8).',
  ),
  caught(
    27,
    'Characters that fall between two chunks become replacement characters.',
    ['claude-code-router PR#1672', 'api7/aisix#111', 'llama.cpp PR#28926'],
    {
      faults: ['messages-stream-latin-1', 'content-stream-latin-1'],
      requirements: ['messages.stream-utf8', 'content.stream-utf8'],
      excuse: 'Invalid UTF-8 is detected. A replacement character may also be model output (G13).',
    },
  ),
  excused(
    28,
    'A thinking block is sent without being requested.',
    ['ollama#15287'],
    'Blocks of other types are permitted in responses (G1).',
  ),
] as const
