import type { Judge } from '../../judge/index.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Verdict } from '../../model/vocabulary.ts'

/**
 * What became of a case: it fails as before, nothing fails any more, it fails or ends otherwise, what failed no longer
 * arises, nothing failed, or neither answer was enough to judge it by.
 */
export type Fate = 'still failing' | 'fixed' | 'changed' | 'gone' | 'nothing was broken' | 'could not be judged'

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
  const verdicts = requirements.map((requirement) => ({
    requirement,
    before: before.judge.retry(requirement, before.exchange),
    now: now.judge.retry(requirement, now.exchange),
  }))
  const changes = verdicts.filter((change) => change.before === 'fail' || change.now === 'fail')
  const wasJudged = isJudged(
    before.exchange,
    verdicts.map((one) => one.before),
  )
  const isJudgedNow = isJudged(
    now.exchange,
    verdicts.map((one) => one.now),
  )
  return { fate: fateOf(changes, { wasJudged, isJudgedNow, isAnswered: now.exchange.response !== null }), changes }
}

/** Whether an answer was enough to judge a case by, where nothing about it fails. */
function isJudged({ response, ended }: Exchange, verdicts: readonly Verdict[]): boolean {
  if (response === null) return false
  if (!verdicts.some((verdict) => verdict === 'inconclusive' || verdict === 'error')) return true
  return ended === 'complete' && verdicts.includes('pass')
}

interface Judged {
  readonly wasJudged: boolean
  readonly isJudgedNow: boolean
  readonly isAnswered: boolean
}

function fateOf(changes: readonly Change[], { wasJudged, isJudgedNow, isAnswered }: Judged): Fate {
  const former = changes.filter(({ before }) => before === 'fail')
  if (former.some(({ now }) => now === 'fail')) return 'still failing'
  if (changes.some(({ now }) => now === 'fail')) return 'changed'
  if (former.length === 0 && isJudgedNow) return 'nothing was broken'
  if (former.length === 0) return wasJudged ? 'changed' : 'could not be judged'
  if (!isAnswered) return 'changed'
  if (former.every(({ now }) => now === 'pass')) return 'fixed'
  return former.some(({ now }) => now === 'inconclusive' || now === 'error') ? 'changed' : 'gone'
}
