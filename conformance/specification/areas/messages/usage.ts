import { isObject, type Members, member, memberAt } from '../../../../schemas/json.ts'
import type { TracedEvent } from './traced-event.ts'

/** The token counts at one place of a `message_delta`. */
export interface StreamedUsage {
  readonly event: number
  readonly pointer: '/delta/usage' | '/usage'
  readonly counts: Members
}

/**
 * Returns every `usage` of the closing events, in order. Section 6 puts it inside `delta`, and gateways put it next to
 * `delta`. Both are permitted, and each is judged separately (interpretation S6).
 */
export function usagesOf(closing: readonly TracedEvent[]): readonly StreamedUsage[] {
  return closing.flatMap((event) =>
    placesIn(event).flatMap(({ pointer, value: counts }) =>
      isObject(counts) ? [{ event: event.index, pointer, counts }] : [],
    ),
  )
}

/** Returns the places of a `usage` with a value that is not an object. */
export function misshapenUsages(closing: readonly TracedEvent[]): readonly { event: number; pointer: string }[] {
  return closing.flatMap((event) =>
    placesIn(event).flatMap(({ pointer, value }) => (isObject(value) ? [] : [{ event: event.index, pointer }])),
  )
}

function placesIn({ payload }: TracedEvent) {
  const places = [
    { pointer: '/delta/usage', value: memberAt(payload, 'delta', 'usage') },
    { pointer: '/usage', value: member(payload, 'usage') },
  ] as const
  return places.filter(({ value }) => (value ?? null) !== null)
}
