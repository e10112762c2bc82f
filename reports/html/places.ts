import type { Place } from '../../conformance/model/finding.ts'

/** The JSON pointers into a body that findings name; pointers into a request start at its parts, of which `body` is one. */
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

/** The JSON pointers into the payload of one event that findings name, and whether they name the event at all. */
export function placesInEvent(
  places: readonly Place[],
  index: number,
): { isNamed: boolean; pointers: readonly string[] } {
  const own = places.flatMap((place) => (place.in === 'event' && place.index === index ? [place] : []))
  return { isNamed: own.length > 0, pointers: own.flatMap(({ pointer }) => (pointer === undefined ? [] : [pointer])) }
}
