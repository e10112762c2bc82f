import { accepts } from '../../../model/build.ts'

/** Acceptance of whole requests. The schemas cover the single fields. */
export default [
  accepts({
    id: 'messages.plain-request-accepted',
    section: '2.8',
    endpoint: 'messages.create',
    speaksOf: 'plain',
    interpretation: 'G2',
    statement: 'A request with only `model`, `max_tokens` and one user message is accepted.',
  }),
  accepts({
    id: 'messages.stream-plain-request-accepted',
    section: '2.8',
    endpoint: 'messages.stream',
    speaksOf: 'plain',
    interpretation: 'G2',
    statement: 'A plain request with `stream: true` is accepted.',
  }),
  accepts({
    id: 'messages.combinations-accepted',
    section: '2.8',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    level: 'implied',
    speaksOf: 'combination',
    interpretation: 'G2',
    statement: 'A request that combines several features, each of which is accepted, is accepted.',
  }),
] as const
