import { expect, test } from 'vitest'
import { prove } from '../plan/subject.ts'
import { type ChosenRequests, chooseRequests } from './choose.ts'
import { drawables, drawnValues, firstOf } from './drawn.fixture.ts'
import { itemIndexOf } from './items.ts'
import { newRequestPool } from './pool.ts'
import { randomFrom } from './random.ts'

const drawable = drawables.find(({ id }) => id === 'messages.create')!
const { subject, arbitraries } = drawable
const plain = prove(subject, subject.templates[0]!.value)!

/** Leaves out the steps between requests. */
function* chosenOnly(all: Iterable<ChosenRequests | undefined>): Generator<ChosenRequests> {
  for (const one of all) if (one !== undefined) yield one
}

function chosen(seed: number, count: number) {
  const common = { subject, arbitraries: arbitraries!, probed: new Set<string>(), isPaired: true }
  const pool = newRequestPool({ ...common, seed, plain: plain.value })
  return firstOf(chosenOnly(chooseRequests({ ...common, pool, random: randomFrom(seed), plain })), count)
}

function itemsIn(values: readonly unknown[]): number {
  const index = itemIndexOf(subject.root!)
  return new Set(
    values.flatMap((value) => {
      const { features, others } = index.itemsOf(value)
      return [...features.map(index.nameOfFeature), ...others.map(index.nameOf)]
    }),
  ).size
}

test('chosen requests cover more items than the same number of random requests', () => {
  const values = chosen(1, 20).map(({ proved }) => proved.value)
  expect(values).toHaveLength(20)
  expect(itemsIn(values)).toBeGreaterThan(itemsIn(drawnValues(drawable, 1, 20)))
})

test('each chosen request covers new items, and the same seed chooses the same distinct requests', () => {
  const first = chosen(2, 10)
  expect(chosen(2, 10)).toEqual(first)
  const covered = first.flatMap(({ covers }) => covers)
  expect(new Set(covered).size).toBe(covered.length)
  expect(new Set(first.map(({ proved }) => JSON.stringify(proved.value))).size).toBe(first.length)
})
