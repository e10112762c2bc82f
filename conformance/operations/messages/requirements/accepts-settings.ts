import { accepts } from '../../../model/build.ts'
import { accepted } from './accepted.ts'

/** Requests and their top-level fields that a target accepts. */
export default [
  accepts({
    id: 'messages.plain-request-accepted',
    section: '2.8',
    endpoint: 'messages.create',
    speaksOf: 'plain',
    reading: 'G2',
    statement: 'A request with only `model`, `max_tokens` and one user message is accepted.',
  }),
  accepts({
    id: 'messages.stream-plain-request-accepted',
    section: '2.8',
    endpoint: 'messages.stream',
    speaksOf: 'plain',
    reading: 'G2',
    statement: 'A plain request with `stream: true` is accepted.',
  }),
  accepts({
    id: 'messages.combinations-accepted',
    section: '2.8',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    level: 'implied',
    speaksOf: 'combination',
    reading: 'G2',
    statement: 'A request that combines several things, each of which is accepted, is accepted.',
  }),
  accepted('messages.max-tokens-of-two-accepted', '`max_tokens` 2'),
  accepted('messages.system-accepted', 'a `system` prompt'),
  accepted('messages.metadata-accepted', '`metadata`'),
  accepted('messages.user-id-accepted', '`metadata.user_id`'),
  accepted('messages.user-id-of-256-accepted', 'a `metadata.user_id` of 256 characters', {
    dependsOn: ['messages.user-id-accepted'],
  }),
  accepted('messages.stop-sequences-accepted', '`stop_sequences`'),
  accepted('messages.several-stop-sequences-accepted', 'several `stop_sequences`', {
    dependsOn: ['messages.stop-sequences-accepted'],
  }),
  accepted('messages.stream-false-accepted', '`stream: false`'),
  accepted('messages.temperature-accepted', 'a `temperature` between 0 and 1'),
  accepted('messages.top-p-accepted', 'a `top_p` between 0 and 1'),
  accepted('messages.top-k-accepted', 'a `top_k` above 0'),
  accepted('messages.thinking-enabled-accepted', '`thinking` enabled', { capability: 'thinking' }),
  accepted('messages.thinking-disabled-accepted', '`thinking` disabled', { capability: 'thinking' }),
] as const
