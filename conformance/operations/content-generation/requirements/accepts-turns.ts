import { accepts } from '../../../model/build.ts'
import { accepted } from './accepted.ts'

const inReturn = { dependsOn: ['content.function-response-accepted'] }

/** Plain requests, turns and their parts that a target accepts. */
export default [
  accepts({
    id: 'content.plain-request-accepted',
    section: '4',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    reading: 'G2',
    speaksOf: 'plain',
    statement: 'A request with nothing but one text in its `contents` is accepted.',
  }),
  accepts({
    id: 'content.combinations-accepted',
    section: '2.6',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    level: 'implied',
    reading: 'G2',
    speaksOf: 'combination',
    statement: 'A request that combines listed things, each of which is accepted, is accepted.',
  }),
  accepted('content.single-content-accepted', 'a single Content object as `contents`', { reading: 'C2' }),
  accepted('content.history-accepted', 'earlier turns of both sides before the latest', {
    dependsOn: ['content.role-user-accepted'],
  }),
  accepted('content.several-parts-accepted', 'several parts in one turn'),
  accepted('content.role-user-accepted', 'the role `user`'),
  accepted('content.role-function-accepted', 'a function response in the role `function`', inReturn),
  accepted('content.role-tool-accepted', 'a function response in the role `tool`', inReturn),
  accepted('content.system-instruction-accepted', 'a `systemInstruction`'),
  accepted('content.system-instruction-role-accepted', 'a `role` on its `systemInstruction`', { reading: 'C2' }),
] as const
