import { areas } from '../../../model/vocabulary.ts'
import { shardInWords } from '../../options/shard.ts'
import type { RunOptions } from './run-options.ts'

/** What is no narrower for being said: of what a budget cut off, the footer tells. */
const asides = {
  absent: 'without what the vendor declares absent: ',
  most: 'at most ',
  unchecked: 'the certificate of the target was not checked',
} as const

/** Whether a run with that limit sent less than it would have sent without it, of what its target is said to have. */
export function isNarrowing(limit: string): boolean {
  return !Object.values(asides).some((aside) => limit.startsWith(aside))
}

/** What narrows the run down, in words. */
export function limitsInWords({
  selection,
  profile,
  maxRequests,
  maxBilled,
  maxSeconds,
  shard,
  targetOptions,
}: RunOptions): readonly string[] {
  return [
    ...(shard === undefined ? [] : [shardInWords(shard)]),
    ...(selection.areas.length === areas.length ? [] : [`only the areas ${selection.areas.join(', ')}`]),
    ...(selection.requirements.length === 0 ? [] : [`only the requirements ${selection.requirements.join(', ')}`]),
    ...(selection.unsupported.length === 0 ? [] : [`${asides.absent}${selection.unsupported.join(', ')}`]),
    ...(profile === 'smoke' ? ['only what the smoke profile sends'] : []),
    ...(maxRequests === undefined ? [] : [`${asides.most}${maxRequests} request${maxRequests === 1 ? '' : 's'}`]),
    ...(maxBilled === undefined ? [] : [`${asides.most}${maxBilled} accepted model call${maxBilled === 1 ? '' : 's'}`]),
    ...(maxSeconds === undefined ? [] : [`${asides.most}${maxSeconds} s`]),
    ...(targetOptions.connection.tls?.verify === false ? [asides.unchecked] : []),
  ]
}
