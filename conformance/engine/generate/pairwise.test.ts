import { expect, test } from 'vitest'
import { membersOf } from '../../../schemas/json.ts'
import type { Deciding, DecidingChoice } from '../../core/model/arbitraries.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { prove } from '../plan/subject.ts'
import { newCovered } from './covered.ts'
import { type Drawable, drawables, drawnValues } from './drawn.fixture.ts'
import { itemIndexOf } from './items.ts'
import { pairsIn, withNewPairs } from './pairwise.ts'
import { requestCandidate } from './pool.ts'
import { randomFrom } from './random.ts'
import type { Drawn, SmallSteps } from './requests.ts'

const paired = drawables.filter(({ arbitraries }) => arbitraries?.deciding !== undefined)

function resultOf<T>(steps: SmallSteps<T>): T {
  for (;;) {
    const next = steps.next()
    if (next.done === true) return next.value
  }
}

/** Gives each of these requests further pairs, in turn. */
function withPairs(
  { subject, arbitraries }: Drawable,
  values: readonly RequestValue[],
  seed: number,
  deciding = arbitraries?.deciding ?? [],
): readonly RequestValue[] {
  const index = itemIndexOf(subject.root!)
  const covered = newCovered(index)
  const provoking = arbitraries?.provoking ?? []
  const candidate = (drawn: Drawn) => requestCandidate(index, drawn, provoking, deciding)
  const pairing = { subject, deciding, random: randomFrom(seed), covered, candidate }
  return values.map((value) => {
    const next = resultOf(withNewPairs(pairing, candidate({ value, uses: [] })))
    covered.add(next)
    return next.drawn.value
  })
}

test.each(paired)('$id: drawn requests take over pairs, and stay valid at no further cost', (drawable) => {
  const { subject, arbitraries } = drawable
  const pairsOf = (values: readonly RequestValue[]) =>
    new Set(values.flatMap((value) => pairsIn(value, arbitraries!.deciding!)))
  const before = drawnValues(drawable, 1, 12)
  const after = withPairs(drawable, before, 1)
  expect(pairsOf(after).size).toBeGreaterThan(pairsOf(before).size)
  for (const value of after) expect(prove(subject, value), JSON.stringify(value.body)).toBeDefined()
  expect(after.map(subject.operation.cost)).toEqual(before.map(subject.operation.cost))
})

test.each(paired)('$id: the same seed gives the same pairs, and another seed gives others', (drawable) => {
  const before = drawnValues(drawable, 2, 6)
  expect(withPairs(drawable, before, 3)).toEqual(withPairs(drawable, before, 3))
  expect(withPairs(drawable, before, 3)).not.toEqual(withPairs(drawable, before, 4))
})

test.each(
  paired,
)('$id: a question that provokes a behavior is only given choices that do not change its answer', (one) => {
  const { subject, arbitraries } = one
  const plain = subject.templates[0]!.value
  for (const { body } of arbitraries!.provoking) {
    const asked = { ...membersOf(plain.body), ...body }
    expect(withPairs(one, [{ ...plain, body: asked }], 1)[0]!.body).toMatchObject(asked)
  }
})

test('a pair is not taken over if it is invalid or costs more', () => {
  const generate = drawables.find(({ id }) => id === 'images.generate')!
  const having = (members: object): DecidingChoice => ({
    isMade: (body) => Object.entries(members).every(([name, value]) => body[name] === value),
    make: (body) => ({ ...body, ...members }),
  })
  const deciding: readonly Deciding[] = [
    {
      n: { seven: having({ n: 7 }) },
      model: { larger: having({ model: 'image-model-2' }) },
      size: { wide: having({ size: '1792x1024' }), small: having({ size: '256x256' }) },
    },
  ]
  const plain = generate.subject.templates[0]!.value
  const [first, second] = withPairs(generate, [plain, plain], 1, deciding)
  expect(pairsIn(first!, deciding)).toEqual(['model larger with size wide'])
  expect(second).toEqual(plain)
})
