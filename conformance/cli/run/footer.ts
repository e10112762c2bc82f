import type { EvidenceFooter } from '../../evidence/frame.ts'
import type { Driven } from '../../explore/drive/drive.ts'
import type { Cut } from '../../explore/drive/schedule.ts'

/** How a run came to its end. */
export interface Ending {
  readonly halted: string | null
  readonly durationMs: number
  readonly isInterrupted: boolean
}

/** The last line of the evidence of a run, from what its parts came to. */
export function footerOf(
  parts: readonly Driven[],
  { halted, durationMs, isInterrupted }: Ending,
): Omit<EvidenceFooter, 'count'> {
  const shrunk = parts.flatMap((part) => part.shrunk)
  const [error] = parts.flatMap(({ errors }) => errors)
  return {
    durationMs,
    halted,
    gap: error === undefined ? earlyEnd(parts) : `the suite itself failed in ${error.id}: ${error.message}`,
    limits: [
      ...(isInterrupted ? ['interrupted by the user'] : []),
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
  overloaded: 'the target kept asking to be left alone for longer',
}

/** Why the run was ended before its plan was, by what the target did. */
function earlyEnd(parts: readonly Driven[]): string | null {
  const cut = parts.find(({ givenUp }) => givenUp !== undefined)?.givenUp
  return cut === undefined ? null : `the run ended early: ${because[cut]}`
}

function cutsInWords(unsent: Driven['unsent']): readonly string[] {
  const cuts = Object.keys(because) as Cut[]
  return cuts.flatMap((cut) => {
    const count = unsent.filter((one) => one.cut === cut).length
    return count === 0 ? [] : [`${count} planned ${count === 1 ? 'case was' : 'cases were'} not sent: ${because[cut]}`]
  })
}
