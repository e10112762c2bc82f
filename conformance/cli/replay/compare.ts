import type { Judge } from '../../judge/index.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Verdict } from '../../model/vocabulary.ts'

/** What became of a case: it fails as before, nothing fails any more, it fails or ends otherwise, or what failed no longer arises. */
export type Fate = 'still failing' | 'fixed' | 'changed' | 'gone' | 'nothing was broken'

/** A requirement whose verdict on the case is worth a word. */
export interface Change {
  readonly requirement: string
  readonly before: Verdict
  readonly now: Verdict
}

/** What sending a case again has shown. */
export interface Comparison {
  readonly fate: Fate
  readonly changes: readonly Change[]
}

/** Who judges the two exchanges of a case: each in the light of the run it belongs to. */
export interface Sides {
  readonly before: { readonly judge: Pick<Judge, 'retry'>; readonly exchange: Exchange }
  readonly now: { readonly judge: Pick<Judge, 'retry'>; readonly exchange: Exchange }
}

/** Judges a case as it was and as it is, requirement by requirement. */
export function compare(requirements: readonly string[], { before, now }: Sides): Comparison {
  const changes = requirements
    .map((requirement) => ({
      requirement,
      before: before.judge.retry(requirement, before.exchange),
      now: now.judge.retry(requirement, now.exchange),
    }))
    .filter((change) => change.before === 'fail' || change.now === 'fail')
  return { fate: fateOf(changes, now.exchange.response !== null), changes }
}

function fateOf(changes: readonly Change[], isAnswered: boolean): Fate {
  const former = changes.filter(({ before }) => before === 'fail')
  if (former.some(({ now }) => now === 'fail')) return 'still failing'
  if (changes.some(({ now }) => now === 'fail')) return 'changed'
  if (!isAnswered) return 'changed'
  if (former.length === 0) return 'nothing was broken'
  if (former.every(({ now }) => now === 'pass')) return 'fixed'
  return former.some(({ now }) => now === 'inconclusive' || now === 'error') ? 'changed' : 'gone'
}
