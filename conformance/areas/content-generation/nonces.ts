import type { Observation } from '../../model/observation.ts'
import { nonceReader } from '../nonces.ts'
import { itemsOf, membersOf } from './members.ts'

export const { noncesOf, isReplyToAnother } = nonceReader(({ stream }: Observation) => {
  const candidates = (stream?.events ?? []).flatMap(({ json }) => itemsOf(membersOf(json)['candidates']))
  return [candidates.flatMap(textsOf).join('')]
})

function textsOf(candidate: unknown): readonly string[] {
  const parts = itemsOf(membersOf(membersOf(candidate)['content'])['parts'])
  return parts.map((part) => membersOf(part)['text']).filter((text) => typeof text === 'string')
}
