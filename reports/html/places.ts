import type { Place } from '../../conformance/model/finding.ts'

/**
 * Returns the JSON pointers of findings into a body. Pointers into a request begin with the name of its part, for
 * example `body`.
 */
export function pointersIn(places: readonly Place[], part: 'body' | 'request'): readonly string[] {
  return places.flatMap((place) => {
    if (place.in === 'body' && part === 'body') return [place.pointer]
    if (place.in === 'request' && part === 'request') return bodyPointer(place.pointer)
    return []
  })
}

function bodyPointer(pointer: string): string[] {
  return pointer === '/body' || pointer.startsWith('/body/') ? [pointer.slice('/body'.length)] : []
}

/** Returns the JSON pointers of findings into one event, and whether any finding is about the event. */
export function placesInEvent(
  places: readonly Place[],
  index: number,
): { isNamed: boolean; pointers: readonly string[] } {
  const own = places.flatMap((place) => (place.in === 'event' && place.index === index ? [place] : []))
  return { isNamed: own.length > 0, pointers: own.flatMap(({ pointer }) => (pointer === undefined ? [] : [pointer])) }
}
