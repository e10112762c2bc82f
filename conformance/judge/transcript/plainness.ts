/** What a run's exchange ids say about where their requests came from, the plainest first. */
const plainestFirst = ['plain', 'drawn', 'spelled', 'violation', 'example']

/**
 * Orders exchange ids, the one that is easiest to understand first: plain requests, then drawn ones, then
 * violations, then those of probes, which send many at once or go on from one another. Ids of recorded traffic are
 * ordered as they are.
 */
export function isPlainer(one: string, other: string): boolean {
  const difference = rankOf(one) - rankOf(other)
  return difference === 0 ? one < other : difference < 0
}

function rankOf(exchange: string): number {
  const rank = plainestFirst.indexOf((exchange.split('/', 2)[1] ?? '').replace(/~\d+$/, ''))
  return rank < 0 ? plainestFirst.length : rank
}
