import type { EvidenceFooter } from '../../evidence/frame.ts'
import type { Driven } from '../../explore/drive/drive.ts'
import type { Cut } from '../../explore/drive/schedule.ts'
import { keptBusy, toldToWait } from './told-to-wait.ts'

/** How a run came to its end. */
export interface Ending {
  readonly halted: string | null
  readonly durationMs: number
  /** Who or what interrupted it, in words. */
  readonly interruption: string | undefined
}

/** The last line of the evidence of a run, from what its parts came to. */
export function footerOf(
  parts: readonly Driven[],
  { halted, durationMs, interruption }: Ending,
): Omit<EvidenceFooter, 'count'> {
  const shrunk = parts.flatMap((part) => part.shrunk)
  const [error] = parts.flatMap(({ errors }) => errors)
  return {
    durationMs,
    halted,
    gap: error === undefined ? earlyEnd(parts) : `the suite itself failed in ${error.id}: ${error.message}`,
    limits: [
      ...(interruption === undefined ? [] : [interruption]),
      ...cutsInWords(parts.flatMap(({ unsent }) => unsent)),
    ],
    intermittent: shrunk.filter(({ outcome }) => outcome === 'intermittent').map(findingOf),
    shrunk: shrunk.flatMap((one) => (one.smallest === undefined ? [] : [[findingOf(one), one.smallest] as const])),
  }
}

function findingOf({ requirement, exchange }: { readonly requirement: string; readonly exchange: string }): string {
  return `${requirement} ${exchange}`
}

const because: Readonly<Record<Cut, string>> = {
  'max-requests': 'the most requests allowed were sent',
  'max-time': 'the time allowed was over',
  'max-billed': 'they could have cost more than allowed',
  aborted: 'the run ended early',
  wedged: 'the target no longer answered',
  overloaded: 'the target kept answering that it is too busy, however long the run waited',
}

/** Why the run was ended before its plan was, by what the target did. */
function earlyEnd(parts: readonly Driven[]): string | null {
  const cut = parts.find(({ givenUp }) => givenUp !== undefined)?.givenUp
  const waits = parts.flatMap(({ waiting }) => waiting ?? [])
  const asked = waits.flatMap(({ askedMs }) => askedMs ?? [])
  if (asked.length > 0) return toldToWait(Math.max(...asked))
  if (cut === undefined && waits.length > 0) return keptBusy
  return cut === undefined ? null : `the run ended early: ${because[cut]}`
}

function cutsInWords(unsent: Driven['unsent']): readonly string[] {
  const cuts = Object.keys(because) as Cut[]
  return cuts.flatMap((cut) => {
    const count = unsent.filter((one) => one.cut === cut).length
    return count === 0 ? [] : [`${count} planned ${count === 1 ? 'case was' : 'cases were'} not sent: ${because[cut]}`]
  })
}
