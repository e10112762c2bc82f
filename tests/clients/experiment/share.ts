import type { Fault } from '../../../reference-server/index.ts'

/** Areas with the most clients come first, so that an interrupted run has produced the most results. */
const first = [/\b(messages)\b/, /\b(content)\b/, /\b(images)\b/]

/** Orders faults by area. Faults that alter a response come before rules that are not enforced. */
export function ordered(faults: readonly Fault[]): readonly Fault[] {
  return faults.toSorted((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ id, derivedFrom }: Fault): number {
  const area = first.findIndex((name) => name.test(id))
  return (area < 0 ? first.length : area) + (derivedFrom === 'rule' ? first.length + 1 : 0)
}

/** Returns the share `I/N` of a list. Throws if the share is not valid. */
export function shareOf<Item>(items: readonly Item[], share: string): readonly Item[] {
  const [, index = '', count = ''] = /^(\d+)\/(\d+)$/.exec(share) ?? []
  if (Number(index) < 1 || Number(index) > Number(count)) throw new Error(`--shard is ${share}, not I/N such as 2/24`)
  return items.filter((_, at) => at % Number(count) === Number(index) - 1)
}
