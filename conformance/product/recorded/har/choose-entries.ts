import { visibleLine } from '../../../core/text/visible.ts'
import { type AsideReason, asides } from '../../../engine/record/har/aside.ts'
import type { Survey, Surveyed } from '../../../engine/record/har/survey.ts'
import type { IsKnown } from '../../../engine/record/har/target.ts'
import type { Vendor } from '../../../engine/record/har/vendors.ts'
import type { IsCopy } from './copies.ts'
import type { PathOf } from './paths-below.ts'
import { otherQueryIn, vendorFor } from './targets-in.ts'

export interface Chosen {
  readonly entries: readonly (Surveyed & { readonly id: string; readonly path: string })[]
  /** The start of the first entry of the target, in milliseconds since 1970. */
  readonly began: number
  /** The first known time of an entry, possibly that of a response; infinite if there is none. */
  readonly startedAt: number
  /**
   * Returns the counts of judged and other entries, as text. `unread` entries have a body that was not read, so they are
   * judged in part (interpretation G19).
   */
  summary(unread: number): string
}

/** The context of the selection. */
interface Choice {
  readonly pathOf: PathOf
  readonly isKnown: IsKnown
  readonly isCopy: IsCopy
  /** The vendors whose usual paths are read. */
  readonly vendors: readonly Vendor[]
  /** The name of the file in ids. */
  readonly name: string
}

/** Selects the entries of the target that match an operation, in the order of their start. */
export function chooseEntries(
  { entries, unreadable }: Survey,
  { pathOf, isKnown, isCopy, vendors, name }: Choice,
): Chosen {
  const counts = new Map<AsideReason | 'elsewhere', number>()
  const count = (why: AsideReason | 'elsewhere') => void counts.set(why, (counts.get(why) ?? 0) + 1)
  const elsewhere: Surveyed[] = []
  const starts: number[] = []
  const ordered = [...entries].sort((one, other) => one.began - other.began || one.number - other.number)
  const chosen = ordered.flatMap((entry) => {
    const path = pathOf(entry)
    if (path === undefined || (entry.ours === undefined && !isKnown(entry.method, path))) {
      elsewhere.push(entry)
      return count('elsewhere') ?? []
    }
    starts.push(entry.began)
    const aside = isCopy(name, entry.fingerprint) ? 'twice' : entry.aside
    return aside === undefined ? [{ ...entry, path }] : (count(aside) ?? [])
  })
  const advice = adviceOn(elsewhere, isKnown, vendors)
  const width = String(entries.length + unreadable).length
  return {
    entries: chosen.map((entry) => ({
      ...entry,
      id: entry.ours?.id ?? `${visibleLine(name)}#${String(entry.number).padStart(width, '0')}`,
    })),
    began: starts[0] ?? 0,
    startedAt: Math.min(...chosen.map(({ began, dated }) => (began > 0 ? began : (dated ?? Number.POSITIVE_INFINITY)))),
    summary: (unread) =>
      inWords({ all: entries.length + unreadable, judged: chosen.length - unread, unread, unreadable, advice }, counts),
  }
}

/** Returns the option that reads more of the entries of other paths, or the reason why their query keeps them out. */
function adviceOn(elsewhere: readonly Surveyed[], isKnown: IsKnown, vendors: readonly Vendor[]): string {
  const vendor = vendorFor(elsewhere, isKnown, vendors)
  if (vendor !== undefined) return ` (--vendor-headers ${[...vendors, vendor].join(',')} reads more of them)`
  const query = otherQueryIn(elsewhere, isKnown)
  return query === undefined ? '' : ` (${query})`
}

interface Counted {
  readonly all: number
  readonly judged: number
  readonly unread: number
  readonly unreadable: number
  /** The option that reads entries of other paths, or their query that is not specified, in brackets. */
  readonly advice: string
}

function inWords(
  { all, judged, unread, unreadable, advice }: Counted,
  counts: ReadonlyMap<AsideReason | 'elsewhere', number>,
) {
  const words = [['elsewhere', 'of other hosts or paths'], ...Object.entries(asides)] as const
  const others = words.flatMap(([why, what]) => {
    const number = counts.get(why as AsideReason) ?? 0
    return number === 0 ? [] : [`${number} ${what}${why === 'elsewhere' ? advice : ''}`]
  })
  const lost = unreadable === 0 ? [] : [`${unreadable} too long or unreadable`]
  const rest = [...others, ...lost]
  const inPart = unread === 0 ? '' : `, ${unread} more in part`
  const not = rest.length === 0 ? '' : `, not ${rest.join(', ')}`
  return `${judged} of ${all} ${all === 1 ? 'entry' : 'entries'} judged${inPart}${not}`
}
