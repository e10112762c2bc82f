import type { Requirement } from '../../../core/model/requirement.ts'
import type { Level, Outcome, Verdict } from '../../../core/model/vocabulary.ts'

export function outcomeOf(
  verdict: Verdict,
  { level, notInEdition }: Pick<Requirement, 'level' | 'notInEdition'>,
  isStrict: boolean,
): Outcome {
  if (notInEdition !== undefined) return verdict === 'pass' || verdict === 'fail' ? 'observed' : 'skipped'
  switch (verdict) {
    case 'untested':
    case 'inapplicable':
      return 'skipped'
    case 'inconclusive':
    case 'error':
      return 'inconclusive'
    case 'pass':
      return level === 'unspecified' ? 'observed' : 'pass'
    case 'fail':
      return failing(level, isStrict)
  }
}

function failing(level: Level, isStrict: boolean): Outcome {
  if (level === 'unspecified') return 'observed'
  return level === 'stated' || isStrict ? 'fail' : 'warn'
}

/** The outcomes from best to worst. The worst outcome of its operations is that of a requirement. */
const bestFirst: readonly Outcome[] = ['skipped', 'observed', 'pass', 'inconclusive', 'warn', 'fail']

export function worstOutcome(words: readonly Outcome[]): Outcome {
  return bestFirst[Math.max(0, ...words.map((word) => bestFirst.indexOf(word)))]!
}
