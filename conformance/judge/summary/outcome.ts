import type { Level, Outcome, Verdict } from '../../model/vocabulary.ts'

/** The word that reports print for a judge's verdict (design.md section 2, the table under results.json). */
export function outcomeOf(verdict: Verdict, level: Level, isStrict: boolean): Outcome {
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

/** The words of a requirement's operations, best first: the last of them is the word for all. */
const bestFirst: readonly Outcome[] = ['skipped', 'observed', 'pass', 'inconclusive', 'warn', 'fail']

/** The worst word among several. */
export function worstOutcome(words: readonly Outcome[]): Outcome {
  return bestFirst[Math.max(0, ...words.map((word) => bestFirst.indexOf(word)))]!
}
