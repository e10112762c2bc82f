import { areas } from '../../model/vocabulary.ts'
import type { RunOptions } from './run-options.ts'

/** What narrows the run down, in words. */
export function limitsInWords({
  selection,
  profile,
  maxRequests,
  maxBilled,
  maxSeconds,
}: RunOptions): readonly string[] {
  return [
    ...(selection.areas.length === areas.length ? [] : [`only the areas ${selection.areas.join(', ')}`]),
    ...(selection.requirements.length === 0 ? [] : [`only the requirements ${selection.requirements.join(', ')}`]),
    ...(selection.unsupported.length === 0
      ? []
      : [`without what the vendor declares absent: ${selection.unsupported.join(', ')}`]),
    ...(profile === 'smoke' ? ['only what the smoke profile sends'] : []),
    ...(maxRequests === undefined ? [] : [`at most ${maxRequests} request${maxRequests === 1 ? '' : 's'}`]),
    ...(maxBilled === undefined ? [] : [`at most ${maxBilled} accepted model call${maxBilled === 1 ? '' : 's'}`]),
    ...(maxSeconds === undefined ? [] : [`at most ${maxSeconds} s`]),
  ]
}
