import type { Report } from '../conformance/model/report.ts'
import { shellWord } from './shell-word.ts'

/**
 * The command that has the same seed send the same requests again; `undefined` where the report is not of a run. What
 * narrowed the run down is not part of it: the report lists that in words.
 */
export function commandOf({ source, target, profile, seed, strict }: Report): string | undefined {
  if (source !== 'runner') return undefined
  return [
    'npx mgi run',
    ...(target.embedded ? [] : [shellWord(target.url)]),
    ...(profile === 'standard' ? [] : [`--profile ${profile}`]),
    `--seed ${seed}`,
    ...(strict ? ['--strict'] : []),
  ].join(' ')
}
