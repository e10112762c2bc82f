import type { Report } from '../conformance/model/report.ts'
import { shellWord } from './shell-word.ts'

/**
 * The command that has the same seed send the same requests again; `undefined` where the report is not of a run, and
 * where something narrowed the run down: the report does not hold the options that did, and without them more is sent.
 */
export function commandOf({ source, target, profile, seed, strict, limits }: Report): string | undefined {
  if (source !== 'runner' || limits.length > 0) return undefined
  return [
    'npx mgi run',
    ...(target.embedded ? [] : [shellWord(target.url)]),
    ...(profile === 'standard' ? [] : [`--profile ${profile}`]),
    `--seed ${seed}`,
    ...(strict ? ['--strict'] : []),
  ].join(' ')
}
