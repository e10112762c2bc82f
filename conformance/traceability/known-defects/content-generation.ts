import { caught } from './defect.ts'

/** Defects of content generation. */
export default [
  caught(37, 'A chunk of a stream is truncated and not JSON.', ['litellm#30471', 'lobehub#8757'], {
    faults: ['content-stream-cut-json'],
    requirements: ['content.stream-payload-json'],
  }),
  caught(38, 'Streaming is not implemented: 500.', ['litellm#16910', 'litellm#18847', 'litellm#15587'], {
    faults: ['content-stream-500'],
    requirements: ['content.plain-request-accepted'],
  }),
  caught(39, 'A chunk has no `data:`.', ['Helicone PR#3976'], {
    faults: ['content-stream-no-data-prefix'],
    requirements: ['content.stream-events'],
  }),
  caught(40, '`candidatesTokenCount` is 0 or lost.', ['new-api#1587'], {
    faults: ['content-total-of-its-own'],
    requirements: ['content.token-counts-add-up'],
    excuse: 'Counts may be absent, and whether they add up is only reported as information (G4, C11).',
  }),
  caught(41, 'Every chunk of a stream has a finish reason.', ['new-api#378', 'one-api#1408'], {
    faults: ['content-stream-always-finished'],
    requirements: ['content.stream-finish-reason-last'],
    excuse: 'Its position is only reported as information (C10).',
  }),
  caught(42, 'The finish reason is lost, and an empty answer looks like a normal end.', ['litellm#40477'], {
    faults: ['content-stream-never-finished', 'messages-null-stop-reason', 'messages-stream-null-stop-reason'],
    requirements: ['content.stream-finish-reason-last', 'messages.reply-stop-reason', 'messages.stream-stop-reason'],
    excuse: 'A wrong reason cannot be distinguished from a correct one (G13).',
  }),
  caught(43, '`finishReason` is not a listed value.', ['aimock 1.43 (observed)'], {
    faults: ['content-foreign-finish-reason'],
    requirements: ['content.reply-finish-reason'],
  }),
  caught(44, 'The response is that of another API.', ['@musistudio/llms (observed)'], {
    faults: ['content-other-dialect', 'content-stream-other-dialect'],
    requirements: ['content.reply-recognised', 'content.stream-partial-reply'],
  }),
] as const
