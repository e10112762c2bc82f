import { expect, test } from 'vitest'
import type { Case, Plan } from '../../../core/model/plan.ts'
import { countedStream } from './counted-stream.ts'

const one = { id: 'a', cost: { calls: 0, images: 0 } } as Case

async function* cases(count: number): AsyncGenerator<Case> {
  for (let at = 0; at < count; at += 1) yield one
}

test('the number of requests is that of the plan as soon as all are drawn, and before that the most', async () => {
  const none = async function* (): AsyncGenerator<readonly Case[]> {}
  const pull = () => ({ valid: () => cases(3), violations: () => cases(4), further: none })
  const plan = { cases: [one, one], probes: [], requests: 858, pull } as unknown as Plan
  const { stream, planned } = countedStream(plan)
  expect(planned()).toBe(858)
  for await (const _ of stream!.valid()) expect(planned()).toBe(858)
  for await (const _ of stream!.violations()) expect(planned()).toBe(858)
  expect(planned()).toBe(9)
})

test('a plan that is drawn at once has the number of its requests', () => {
  expect(countedStream({ requests: 40 } as Plan)).toMatchObject({ stream: undefined })
  expect(countedStream({ requests: 40 } as Plan).planned()).toBe(40)
})
