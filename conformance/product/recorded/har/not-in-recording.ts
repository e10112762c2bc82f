import { type Detail, details, type Exchange, endNotCaptured } from '../../../core/model/exchange.ts'
import { counted } from '../../../core/text/counted.ts'
import { visibleLine } from '../../../core/text/visible.ts'
import { asReadable } from '../../../engine/judge/index.ts'
import { isCassette } from '../../../engine/record/cassette/read-cassette.ts'
import type { Survey } from '../../../engine/record/har/survey.ts'
import { type Vendor, vendorOfHeaders } from '../../../engine/record/har/vendors.ts'

/** Counts the exchanges with parts that a recording does not contain. */
export interface UncapturedCounts {
  note(exchange: Exchange): void
  /** Returns the number of exchanges with a body that was not read. */
  unread(): number
  /** Returns the missing parts, each with the number of exchanges and the reason, as text. */
  facts(): readonly string[]
}

/** The maximum number of reasons that are named for one missing part. */
const mostReasons = 3

const words: Readonly<Record<'request-body' | 'response-body' | 'response-headers' | Detail, Noun>> = {
  'request-body': ['the body of 1 request', 'the bodies of', 'requests'],
  'response-body': ['the body of 1 response', 'the bodies of', 'responses'],
  'response-headers': ['the headers of 1 response', 'the headers of', 'responses'],
  ids: ['the ids of 1 response', 'the ids of', 'responses'],
  'event-lines': ['the lines of 1 stream', 'the lines of', 'streams'],
  files: ['the files of 1 form', 'the files of', 'forms'],
}

type Noun = readonly [one: string, several: string, things: string]

/** Starts counting. Bodies in codings that cannot be undone are missing, too. */
export function startUnseen(): UncapturedCounts {
  const lost = new Map<keyof typeof words, string[]>()
  const counts = { ends: 0, unread: 0 }
  const vendorHeaders = new Map<Vendor, number>()
  const count = (part: keyof typeof words, reason = '') => void lost.set(part, [...(lost.get(part) ?? []), reason])
  return {
    note: (recorded) => {
      const exchange = asReadable(recorded)
      const { trouble, captured, response, lost: reasons = {} } = exchange
      if (trouble === endNotCaptured) counts.ends += 1
      const vendor = captured.includes('request-headers') ? undefined : vendorOfHeaders(exchange.request.headers)
      if (vendor !== undefined) vendorHeaders.set(vendor, (vendorHeaders.get(vendor) ?? 0) + 1)
      const missing = (['request-body', 'response-body', 'response-headers'] as const).filter(
        (facet) => !captured.includes(facet) && (facet === 'request-body' || response !== null),
      )
      if (missing.some((facet) => facet !== 'response-headers') || reasons.files !== undefined) counts.unread += 1
      for (const part of [...missing, ...details.filter((detail) => detail in reasons)]) count(part, reasons[part])
    },
    unread: () => counts.unread,
    facts: () => [
      ...(counts.ends === 0 ? [] : [`how ${counted(counts.ends, 'response')} ended`]),
      ...[...vendorHeaders].map(
        ([vendor, count]) =>
          `the version header of ${counted(count, 'request')}, which --vendor-headers ${vendor} reads`,
      ),
      ...keysOf(words).flatMap((part) => inWords(words[part], lost.get(part) ?? [])),
    ],
  }
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record) as Key[]
}

function inWords([one, several, things]: Noun, reasons: readonly string[]): readonly string[] {
  if (reasons.length === 0) return []
  const named = [...new Set(reasons.filter((reason) => reason !== ''))]
  const more = named.length > mostReasons ? ', …' : ''
  const why = named.length === 0 ? '' : ` (${named.slice(0, mostReasons).join(', ')}${more})`
  return [`${reasons.length === 1 ? one : `${several} ${reasons.length} ${things}`}${why}`]
}

interface Lacks {
  readonly survey: Survey
  readonly unseen: UncapturedCounts
  /** The files that contain missing bodies. */
  readonly missing: readonly string[]
}

/** Describes what a recording does not contain, as the end of a sentence about it. */
export function notInRecording({ survey, unseen, missing }: Lacks): string {
  const facts = [
    ...unseen.facts(),
    ...(hasTimes(survey) ? [] : [`when requests were sent, which ${survey.creator} does not write`]),
  ]
  const notCaptured = facts.length === 0 ? '' : `; not captured: ${facts.join('; ')}`
  const [first, ...others] = missing
  if (first === undefined) return visibleLine(notCaptured)
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return visibleLine(
    `${notCaptured}; bodies are in files that are not beside it (${first.slice(0, 80)}${more}): keep them in its folder, or record with the bodies embedded`,
  )
}

function hasTimes({ creator, entries }: Survey): boolean {
  return !isCassette(creator) || entries.some(({ began }) => began > 0)
}
