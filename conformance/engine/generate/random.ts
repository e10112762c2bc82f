import fc from 'fast-check'
import type { Random } from '../../core/model/arbitraries.ts'

/** Gives the generator of fast-check itself as the value, so that a seed gives a source of many draws. */
class RandomArbitrary extends fc.Arbitrary<fc.Random> {
  generate(random: fc.Random): fc.Value<fc.Random> {
    return new fc.Value(random.clone(), undefined)
  }

  canShrinkWithoutContext(_value: unknown): _value is fc.Random {
    return false
  }

  shrink(): fc.Stream<fc.Value<fc.Random>> {
    return fc.Stream.nil()
  }
}

const randoms = new RandomArbitrary()

export function randomFrom(seed: number): Random {
  return randomOver(generatorFrom(seed))
}

export function generatorFrom(seed: number): fc.Random {
  const [random] = fc.sample(randoms, { seed, numRuns: 1 })
  if (random === undefined) throw new Error('fast-check drew nothing')
  return random
}

/** Returns a random source that draws from a generator of fast-check. */
export function randomOver(random: fc.Random): Random {
  const integer = (least: number, most: number): number => random.nextInt(least, most)
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
