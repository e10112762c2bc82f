import { accepts } from '../../../model/build.ts'

/** Acceptance of whole requests. The schemas cover the single fields. */
export default [
  accepts({
    id: 'content.plain-request-accepted',
    section: '4',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    interpretation: 'G2',
    speaksOf: 'plain',
    statement: 'A request with only one text in its `contents` is accepted.',
  }),
  accepts({
    id: 'content.combinations-accepted',
    section: '2.6',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    level: 'implied',
    interpretation: 'G2',
    speaksOf: 'combination',
    statement: 'A request that combines listed features, each of which is accepted, is accepted.',
  }),
] as const
