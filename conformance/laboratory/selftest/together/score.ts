import type { Trial, Undetected } from '../trial.ts'

/** The number of detected faults in gateways with several at once. */
export interface TogetherScore {
  readonly rounds: number
  /** Faults that changed a response, over all rounds. */
  readonly shown: number
  /** Faults with a result that shows them. */
  readonly detected: number
  /** Faults that the others cover completely. */
  readonly covered: number
}

/** The share of faults that must be detected. */
export const requiredDetectionShare = 0.99

/** Adds up the rounds of a selftest; `undefined` if there were none. */
export function togetherScoreOf(trials: readonly Trial[]): TogetherScore | undefined {
  const rounds = trials.filter(({ kind, finish }) => kind === 'together' && finish !== 'broken-down')
  if (rounds.length === 0) return undefined
  const drawn = rounds.reduce((sum, { faults = [] }) => sum + faults.length, 0)
  const covered = rounds.reduce((sum, round) => sum + (round.covered?.length ?? 0), 0)
  const undetected = rounds.reduce((sum, round) => sum + undetectedIn(round).length, 0)
  return { rounds: rounds.length, shown: drawn - covered, detected: drawn - covered - undetected, covered }
}

/** Returns the faults of a round that no result shows. */
export function undetectedIn({ undetected = [] }: Trial): readonly Undetected[] {
  return undetected
}

/** Formats the results of several faults at once: each missed fault, the faults that hide it, and the score. */
export function togetherInWords(trials: readonly Trial[], score: { readonly size: number } & TogetherScore): string {
  const { size, rounds, shown, detected, covered } = score
  const lines = trials.flatMap((trial) => undetectedIn(trial).map((one) => undetectedInWords(one, trial)))
  const notCounted = `${' '.repeat(13)} not counted: ${covered}, because the other faults left no response that shows them\n`
  return [
    ...lines,
    ...trials.flatMap(misblamedInWords),
    ...trials.filter(({ finish }) => finish === 'broken-down').map((trial) => `${trial.id}: ${trial.trouble}\n\n`),
    `${'together'.padEnd(13)} ${detected} of ${shown} faults found (${percent(detected, shown)}), ${size} at once, ${rounds} gateways\n`,
    covered === 0 ? '' : notCounted,
  ].join('')
}

function misblamedInWords({ id, seed, blockedInVain = [] }: Trial): readonly string[] {
  if (blockedInVain.length === 0) return []
  return [
    `round ${id} (seed ${seed}): reported as blocked, but not tested without faults either: ${blockedInVain.join(', ')}\n\n`,
  ]
}

/** Formats a share in percent, rounded down so that 100 % means all. */
export function percent(part: number, whole: number): string {
  return `${(Math.floor((1000 * part) / whole) / 10).toFixed(1)} %`
}

function undetectedInWords(
  { fault, hiddenBy, said }: Undetected,
  { id, seed, faults = [], areas, profile }: Trial,
): string {
  const others = faults.filter((one) => one !== fault)
  const hiders = hiddenBy.length > 0 ? hiddenBy.join(', ') : `${others.join(', ')}, but by none of them alone`
  const options = faults.map((one) => `--fault ${one}`).join(' ')
  const run = `mgi run http://127.0.0.1:8080 --key test-key --area ${areas.join(',')}`
  return [
    `round ${id} (seed ${seed}): ${fault} was not detected`,
    `  blocked by   ${hiders}`,
    ...said.map((one, at) => `  ${at === 0 ? 'results     ' : '            '} ${one}`),
    `  reproduce    mgi serve --port 8080 ${options} & ${run}${profile === 'standard' ? '' : ` --profile ${profile}`} --seed ${seed}`,
    '',
    '',
  ].join('\n')
}
