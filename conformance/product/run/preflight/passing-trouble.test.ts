import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import { observe } from '../../../engine/judge/index.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { plainPlan } from '../plan/plain-plan.fixture.ts'
import type { AdvisedTarget } from './advice.ts'
import { passingTrouble } from './passing-trouble.ts'

const aim: AdvisedTarget = {
  url: 'http://t',
  places: 'http://t',
  timeoutSeconds: 5,
  keyFrom: '--key',
  config: 'c.yaml',
}

/** Returns the hints after each plain request got this status and an empty body. */
function hints(status: number, large: (id: string) => boolean): readonly string[] {
  const exchanges = plainPlan().cases.map(({ id, request }) =>
    exchangeWith({ id, request, response: responseWith([], { status }) }),
  )
  const seen = exchanges.flatMap((exchange) => observe(catalogue.operations, exchange) ?? [])
  return passingTrouble(seen, aim, new Set(exchanges.map(({ id }) => id).filter(large)))
}

test('a large body, which was left out, is not called empty or invalid', () => {
  expect(hints(200, () => false).join('\n')).toContain('not a valid response of the operation with an empty body')
  expect(hints(200, () => true)).toEqual([])
  expect(hints(500, () => false).join('\n')).toContain('the same response, 500 with an empty body: check')
  expect(hints(500, () => true).join('\n')).toContain('the same response, 500: check')
})

test('the large replies say nothing about the others', () => {
  const [first] = plainPlan().cases
  expect(hints(200, (id) => id !== first!.id)).toEqual([
    `${first!.operation} returned 200 for its plain request with a body that is not a valid response of the operation with an empty body: does this address lead to the gateway?`,
  ])
})
