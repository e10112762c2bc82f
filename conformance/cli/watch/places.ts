import { baseUrlOf } from '../../config/vocabulary.ts'
import { areas } from '../../model/vocabulary.ts'
import type { Vocabulary } from '../../record/evidence/frame.ts'
import { listens } from './triggers.ts'

/** The base URLs that a run asks, one for each host and port: of the areas it is limited to, or of all. */
export function placesOf(url: string, limitedTo: readonly string[], vocabulary: Vocabulary): readonly string[] {
  const asked = areas.filter((area) => limitedTo.length === 0 || limitedTo.includes(area))
  const urls = asked.map((area) => baseUrlOf(area, url, vocabulary))
  return [...new Map(urls.map((one) => [new URL(one).host, one])).values()]
}

/** Those of some places where nobody listens. */
export async function silentIn(places: readonly string[]): Promise<readonly string[]> {
  const there = await Promise.all(places.map(listens))
  return places.filter((_, index) => there[index] !== true)
}
