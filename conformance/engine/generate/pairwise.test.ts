import { expect, test } from 'vitest'
import type { Deciding } from '../../core/model/arbitraries.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { prove } from '../plan/subject.ts'
import { newCovered } from './covered.ts'
import { type Drawable, drawables, drawnValues } from './drawn.fixture.ts'
import { itemIndexOf } from './items.ts'
import { decidingFor, pairsIn, withNewPairs } from './pairwise.ts'
import { requestCandidate, type SmallSteps } from './pool.ts'
import { randomFrom } from './random.ts'
import type { Drawn } from './requests.ts'

const deciding = drawables.filter(
  ({ subject, arbitraries }) => arbitraries !== undefined && decidingFor(subject, arbitraries).length > 0,
)

function resultOf<T>(steps: SmallSteps<T>): T {
  for (;;) {
    const next = steps.next()
    if (next.done === true) return next.value
  }
}

/** Gives each of these requests further pairs, in turn. */
function paired(
  { subject, arbitraries }: Drawable,
  values: readonly RequestValue[],
  seed: number,
  groups: readonly Deciding[],
): readonly RequestValue[] {
  const index = itemIndexOf(subject.root!)
  const covered = newCovered(index)
  const candidate = (drawn: Drawn) => requestCandidate(index, drawn, [], groups)
  const pairing = { subject, arbitraries: arbitraries!, groups, random: randomFrom(seed), covered, candidate }
  return values.map((value) => {
    const next = resultOf(withNewPairs(pairing, candidate({ value, uses: [] })))
    covered.add(next)
    return next.drawn.value
  })
}

function pairsOf(values: readonly RequestValue[], groups: readonly Deciding[]): ReadonlySet<string> {
  return new Set(values.flatMap((value) => pairsIn(value, groups)))
}

test.each(deciding)('$id: drawn requests take over pairs, and stay valid at no further cost', (drawable) => {
  const { subject, arbitraries } = drawable
  const groups = decidingFor(subject, arbitraries!)
  const before = drawnValues(drawable, 1, 12)
  const after = paired(drawable, before, 1, groups)
  expect(pairsOf(after, groups).size).toBeGreaterThan(pairsOf(before, groups).size)
  for (const [index, value] of after.entries()) {
    expect(prove(subject, value), JSON.stringify(value.body)).toBeDefined()
    const [cost, most] = [value, before[index]!].map(subject.operation.cost)
    expect(cost!.images).toBeLessThanOrEqual(most!.images)
  }
})

test.each(deciding)('$id: the same seed gives the same pairs, and another seed gives others', (drawable) => {
  const groups = decidingFor(drawable.subject, drawable.arbitraries!)
  const before = drawnValues(drawable, 2, 6)
  expect(paired(drawable, before, 3, groups)).toEqual(paired(drawable, before, 3, groups))
  expect(paired(drawable, before, 3, groups)).not.toEqual(paired(drawable, before, 4, groups))
})

test('a pair is not taken over if it is invalid, costs more, or was sent before', () => {
  const generate = drawables.find(({ id }) => id === 'images.generate')!
  const kinds = {
    n: { 7: { n: 7 } },
    model: { larger: { model: 'image-model-2' } },
    size: { wide: { size: '1792x1024' }, small: { size: '256x256' } },
  }
  const plain = generate.subject.templates[0]!.value
  const [first, second] = paired(generate, [plain, plain], 1, [{ kinds }])
  expect(pairsIn(first!, [{ kinds }])).toEqual(['model larger with size wide'])
  expect(second).toEqual(plain)
})
