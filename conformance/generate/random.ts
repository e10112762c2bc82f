import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { Random } from '../model/arbitraries.ts'

/** Returns a random source for a seed. */
export function randomFrom(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  const integer = (least: number, most: number): number => uniformInt(generator, least, most)
  return {
    integer,
    chance: (percent) => integer(0, 99) < percent,
    pick: (all) => {
      const picked = all[integer(0, all.length - 1)]
      if (picked === undefined) throw new Error('there is nothing to pick')
      return picked
    },
    shuffled: (all) => {
      const order = [...all]
      for (let last = order.length - 1; last > 0; last -= 1) {
        const other = integer(0, last)
        const moved = order[last]!
        order[last] = order[other]!
        order[other] = moved
      }
      return order
    },
  }
}
