import { inert } from '../../../../reports/workflow-command.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import type { Verdict } from '../../../core/model/vocabulary.ts'
import { counted } from '../../../core/text/counted.ts'
import { visible } from '../../../core/text/visible.ts'
import { exitCode } from '../../report/exit-code.ts'
import type { CaseChange, Comparison } from '../../run/replay/compare.ts'
import { replay } from '../../run/replay/replay.ts'
import type { Replayed } from '../../run/replay/replay-fetch.ts'
import type { Io } from '../io.ts'
import type { RunArguments } from '../run/options/run-options.ts'

/** Sends one case of an earlier run again and prints how its results changed. Returns the exit status. */
export async function replayCase(id: string, options: RunArguments, io: Io, catalogue: Catalogue): Promise<number> {
  const replayed = await replay(id, options, catalogue, io.signal)
  if (replayed === undefined) return exitCode.interrupted
  const { comparison, target } = replayed
  // Without a URL, the case goes to a reference server that was started for it.
  if (options.url === undefined && !options.isQuiet) io.stderr.write(`sent to ${target}\n`)
  io.stdout.write(inert(visible(comparisonInWords(id, replayed))))
  return replayStatus(comparison)
}

/** Describes for people how the results of a case changed. */
export function comparisonInWords(
  id: string,
  { before, now, comparison, circumstance, unsent }: Omit<Replayed, 'target'>,
): string {
  const { changes } = comparison
  const lines = [
    `${id}: ${outcomeInWords(comparison)}`,
    ...(circumstance === undefined ? [] : [`  ${circumstance}`]),
    ...(unsent === undefined ? [] : [`  ${unsent}`]),
    `  answer: ${answerOf(before)}, now ${answerOf(now)}`,
    ...changes.map(changeInWords),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the outcome, and the warnings and known failures beside one without failures. */
function outcomeInWords({ fate, changes }: Comparison): string {
  if (!withoutFailure.includes(fate)) return fate
  const words = (['warning', 'known failure'] as const).flatMap((leniency) => {
    const own = changes.filter((change) => change.now === 'fail' && change.leniency === leniency)
    const former = own.filter(({ before }) => before === 'fail').length
    const added = own.length - former
    return [
      ...(former > 0 ? [`${counted(former, leniency)} as before`] : []),
      ...(added > 0 ? [counted(added, `new ${leniency}`)] : []),
    ]
  })
  return words.length === 0 ? fate : `${fate}; ${words.join(', ')}`
}

function answerOf({ response, ended, trouble }: Exchange): string {
  const end = ended === 'complete' ? '' : ` (${trouble ?? ended})`
  return (response === null ? 'none' : String(response.status)) + end
}

function changeInWords({ requirement, leniency, ...verdicts }: CaseChange): string {
  const word = (verdict: Verdict) => {
    if (verdict !== 'fail' || leniency === undefined) return verdict
    return leniency === 'warning' ? 'warn' : 'known failure'
  }
  const [before, now] = [word(verdicts.before), word(verdicts.now)]
  return `  ${requirement}: ${before === now ? `${now} as before` : `${before}, now ${now}`}`
}

const withoutFailure: readonly Comparison['fate'][] = ['fixed', 'still passing', 'not reproduced']

/**
 * Returns the exit status of a replay. A failure is nonconforming, and a warning or a known failure is not. A case
 * without an answer, or a result that cannot be judged or no longer occurs, proves nothing.
 */
export function replayStatus({ fate, changes }: Comparison): number {
  if (changes.some(({ now, leniency }) => now === 'fail' && leniency === undefined)) return exitCode.nonconforming
  return withoutFailure.includes(fate) ? exitCode.conforming : exitCode.inconclusive
}
