import { expect, test } from 'vitest'
import { areas } from '../../../core/model/vocabulary.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { type PlanInput, planFor } from './plan-for.ts'

const selection = { areas: [...areas], requirements: [] as string[], unsupported: [] }
const input: PlanInput = { selection, profile: 'smoke', seed: 1, betas: [], speech: undefined, shard: undefined }

test('skipped requirements are not planned, and requests only they need are not sent', async () => {
  const images = { ...input, profile: 'standard', selection: { ...selection, areas: ['images'] } } as const
  const skip = [{ requirements: 'images.*-rejected', reason: 'nothing is validated' }]
  const without = await planFor({ ...images, selection: { ...images.selection, skip } }, catalogue)
  const whole = await planFor(images, catalogue)
  expect([...whole.aims].filter((aim) => /-rejected@/.test(aim)).length).toBeGreaterThan(70)
  expect([...without.aims].filter((aim) => /-rejected@/.test(aim))).toEqual([])
  expect(without.requests).toBeLessThan(whole.requests / 2)
  const isOther = (aim: string) => !/-rejected@/.test(aim)
  expect([...without.aims].filter(isOther)).toEqual([...whole.aims].filter(isOther))
})
