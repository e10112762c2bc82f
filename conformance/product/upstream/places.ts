import type { Operation } from '../../core/model/operation.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { documentLanguage } from '../../engine/plan/schema/language.ts'
import type { SchemaView } from '../../engine/plan/schema/view.ts'
import { memberName } from '../../specification/behind/members.ts'
import { markedPlaces } from './drafts.ts'

/** A place of an operation's requests that the experiment does not look for behind the gateway. */
export interface UnseenPlace {
  readonly operation: Endpoint
  /** The names of the steps to it, in camelCase and without indices. */
  readonly place: string
  readonly reason: string
}

const elsewhere = 'members of other APIs are unspecified (G16)'

/** The places and values that have no mark, with the reason. A value stands in brackets after its place. */
export const reasons: readonly (readonly [operations: RegExp, place: RegExp, reason: string])[] = [
  [/^messages/, /^header\/provider-version$/, 'a header of the interface, which a gateway may set itself'],
  [/^messages/, /^header\/provider-beta$/, 'its values are not shown (M6)'],
  [/./, /^(path|body)\/model$/, 'gateways call models by names of their own (G14)'],
  [/^messages/, /^body\/stream$/, 'a gateway may stream from its provider as it likes'],
  [/^content/, /^body\/systemInstruction\/role$/, 'it changes nothing (C2)'],
  [/^content/, /^body\/cachedContent$/, 'any value is unspecified (G16)'],
  [/^content/, /^body\/contents\/parts\/fileData$/, elsewhere],
  [/^content/, /^body\/generationConfig\/speechConfig\//, 'voice names are not shown (C6)'],
  [/^messages/, /^body\/tools\/(type$|display)/, 'dated tools are a capability that a gateway may lack (M6)'],
  [/^content/, /^body\/generationConfig\/responseModalities$/, 'text is the default; others are capabilities (C6)'],
  [/./, /^header$/, 'the form of the body is the same in every trial'],
]

/** Values whose place has a mark with another value. */
const valuesWithoutMark: readonly UnseenPlace[] = ['messages.create', 'messages.stream'].flatMap((operation) =>
  [
    ['body/messages/content (document)', 'the members of its source are not specified (M6)'],
    ['body/messages/content/source (url, file)', elsewhere],
    ['body/toolChoice (auto)', 'the same as its absence'],
  ].map(([place = '', reason = '']) => ({ operation: operation as Endpoint, place, reason })),
)

/** Returns the places of requests that the experiment does not look for. */
export function notLookedFor(operations: readonly Operation[]): readonly UnseenPlace[] {
  const values = valuesWithoutMark.filter(({ operation }) => operations.some(({ id }) => id === operation))
  return [
    ...operations.flatMap((operation) =>
      placesWithoutMark(operation).map((place) => ({
        operation: operation.id,
        place,
        reason: reasonFor(operation.id, place) ?? '',
      })),
    ),
    ...values,
  ]
}

export function placesWithoutMark(operation: Operation): readonly string[] {
  const marked = [...markedPlaces(operation)]
  return placesOf(operation).filter((place) => {
    // Schemas contain schemas: a mark at any depth counts.
    const nested = place.replace('/responseSchema/', '/responseSchema(?:/properties/[^/]+|/items)*/')
    const pattern = new RegExp(`^${nested}(?:/|$)`)
    return !marked.some((name) => pattern.test(name))
  })
}

export function reasonFor(operation: Endpoint, place: string): string | undefined {
  return reasons.find(([operations, places]) => operations.test(operation) && places.test(place))?.[2]
}

/** Returns the places of an operation's requests that its schema describes, without those that contain others. */
function placesOf({ schemas }: Pick<Operation, 'schemas'>): readonly string[] {
  if (schemas.request === undefined) return []
  const found = new Set<string>()
  notePlaces(documentLanguage.view(schemas.request), '', [], found)
  // The members of a file are facts about its bytes, which are looked for.
  const all = [...new Set([...found].map((place) => place.replace(/^(body\/(?:image|mask))\/.*/, '$1')))].sort()
  return all.filter((place) => place !== '' && !all.some((other) => other.startsWith(`${place}/`)))
}

function notePlaces(view: SchemaView, place: string, within: readonly SchemaView[], found: Set<string>): void {
  if (within.includes(view)) return
  found.add(place)
  const { reference, allOf, condition, choice, properties, items } = view
  const inner = [...within, view]
  const same = [reference, ...allOf, condition?.follows, condition?.otherwise, ...(choice?.branches ?? []), items]
  for (const one of same) if (one !== undefined) notePlaces(one, place, inner, found)
  for (const [name, member] of properties)
    notePlaces(member, memberName([...(place === '' ? [] : [place]), name]), inner, found)
}

/** Lists the places that the experiment does not look for, each with its reason. */
export function notLookedForInWords(operations: readonly Operation[]): string {
  const byReason = new Map<string, Set<string>>()
  for (const { place, reason } of notLookedFor(operations)) {
    const places = byReason.get(reason) ?? new Set()
    byReason.set(reason, places.add(place))
  }
  const told = [...byReason].map(([reason, places]) => `${[...places].join(', ')} (${reason})`)
  return `not looked for: ${told.join('; ')}`
}
