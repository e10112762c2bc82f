import { expect, test } from 'vitest'
import { catalogue } from '../../catalogue.ts'
import { areas } from '../../model/vocabulary.ts'
import { type PlanInput, planFor, planToBegin, withDrawn } from './plan-for.ts'

const selection = { areas: [...areas], requirements: [] as string[], unsupported: [] }
const input: PlanInput = { selection, profile: 'smoke', seed: 1, betas: [], speech: undefined, shard: undefined }

test.each([
  ['smoke', {}],
  ['one area', { selection: { ...selection, areas: ['images'] } }],
  ['one requirement', { profile: 'standard', selection: { ...selection, requirements: ['images.n-*'] } }],
  ['another seed', { profile: 'standard', seed: 7, selection: { ...selection, areas: ['token-usage'] } }],
] satisfies [
  string,
  Partial<PlanInput>,
][])('a plan that begins without its random requests allows for them, and becomes the whole plan: %s', async (_, change) => {
  const begun = await planToBegin({ ...input, ...change }, catalogue)
  const whole = await planFor({ ...input, ...change }, catalogue)
  expect(withDrawn(begun, (await begun.toCome?.cases()) ?? [])).toEqual(whole)
  expect(begun.cases).toEqual(whole.cases.slice(0, begun.cases.length))
  expect(whole.cases.slice(begun.cases.length).every(({ origin }) => origin === 'exploration')).toBe(true)
  expect(begun.aims).toEqual(whole.aims)
  expect(begun.requests).toBeGreaterThanOrEqual(whole.requests)
  expect(begun.cost.calls).toBeGreaterThanOrEqual(whole.cost.calls)
  expect(begun.cost.images).toBeGreaterThanOrEqual(whole.cost.images)
})

test('nothing is drawn where only what responses contain is wanted', async () => {
  const one = { ...selection, requirements: ['messages.stop-sequence-agrees'] }
  expect((await planToBegin({ ...input, profile: 'standard', selection: one }, catalogue)).toCome).toBeUndefined()
})

test('what is skipped is aimed at by no plan, and requests that only it needs are not sent', async () => {
  const messages = { ...input, profile: 'standard', selection: { ...selection, areas: ['messages'] } } as const
  const skip = [{ requirements: 'messages.*-refused', reason: 'nothing is validated' }]
  const without = await planFor({ ...messages, selection: { ...messages.selection, skip } }, catalogue)
  const whole = await planFor(messages, catalogue)
  expect([...whole.aims].filter((aim) => /-refused@/.test(aim)).length).toBeGreaterThan(150)
  expect([...without.aims].filter((aim) => /-refused@/.test(aim))).toEqual([])
  expect(without.requests).toBeLessThan(whole.requests / 2)
  const isOther = (aim: string) => !/-refused@/.test(aim)
  expect([...without.aims].filter(isOther)).toEqual([...whole.aims].filter(isOther))
})
