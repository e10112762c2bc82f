import { visible } from '../../../reports/visible.ts'
import { UsageError } from '../../model/usage-error.ts'
import { replay } from '../../run/replay/replay.ts'
import { comparisonInWords } from '../replay/replay-case.ts'
import type { Trigger } from './triggers.ts'
import type { Watching } from './watch.ts'

/** Sends one case of the last complete run again, and tells what became of it. */
export async function runCase(
  { id, why }: Extract<Trigger, { what: 'case' }>,
  { options, catalogue, io, live, say, redactor }: Watching,
  signal: AbortSignal,
): Promise<void> {
  say(`Running the case ${id} (${why})`)
  live.begin({ what: `the case ${id}`, why, scope: 'case' })
  try {
    const replayed = await replay(id, options, catalogue, signal)
    if (replayed === undefined) return live.end('stopped')
    const { before, now, comparison } = replayed
    const told = comparisonInWords(id, before, now, comparison)
    io.stdout.write(visible(told))
    live.recent.add(redactor.exchange(now), {})
    live.end(told.slice(id.length + 2).replace(/\n\s*/g, '; '))
  } catch (error) {
    // A name that nobody has is no reason to end.
    if (!(error instanceof UsageError)) throw error
    say(`mgi: ${error.message}`)
    live.end(error.message)
  }
}
