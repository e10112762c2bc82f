import { expect, test } from 'vitest'
import { catalogue } from '../../conformance/catalogue.ts'
import { planRun } from '../../conformance/generate/plan.ts'
import { type TrialOptions, trialRun } from '../../conformance/selftest/trial-run.ts'
import { faults, startReferenceServer } from '../../reference-server/index.ts'

type Wanted = Pick<TrialOptions, 'areas' | 'profile'> & Partial<Pick<TrialOptions, 'seed'>>

/** Returns the results that fail on a gateway with some faults. */
async function failingWith(
  faults: readonly string[],
  wanted: Wanted = { areas: ['images'], profile: 'standard' },
): Promise<ReadonlySet<string>> {
  const server = await startReferenceServer({ faults })
  try {
    const { rulings } = await trialRun({ url: server.url, seed: 1, ...wanted })
    const failed = rulings.filter(({ verdict }) => verdict === 'fail')
    return new Set(failed.map(({ requirement, operation }) => `${requirement.id}@${operation}`))
  } finally {
    await server.close()
  }
}

test('what is rejected is isolated although broken rules are accepted, each at the price of eleven images', async () => {
  const failed = await failingWith([
    'overlook:images.variation-n-beyond-rejected',
    'refuse:images.edit-n-accepted',
    'refuse:images.variation-n-10-accepted',
  ])
  expect(failed).toContain('images.variation-n-beyond-rejected@images.variation')
  expect(failed).toContain('images.variation-n-10-accepted@images.variation')
})

test('what is rejected is isolated although no accepted request has a reply of the operation', async () => {
  expect(await failingWith(['images-error-as-success', 'refuse:images.edit-n-accepted'])).toContain(
    'images.edit-n-accepted@images.edit',
  )
})

/** Returns a smoke seed, a result that only one of its drawn requests covers, and the fault for that result. */
async function coveredOnce(): Promise<readonly [seed: number, result: string, fault: string]> {
  for (let seed = 1; seed <= 40; seed += 1) {
    const { cases } = await planRun({
      catalogue,
      operations: ['messages.create', 'messages.stream'],
      profile: 'smoke',
      seed,
    })
    for (const { id, operation, aims } of cases.filter((one) => one.id.includes('/drawn/'))) {
      const others = new Set(cases.flatMap((one) => (one.id === id ? [] : one.aims)))
      const aim = aims.find((one) => one.startsWith('messages.image-') && !others.has(one))
      if (aim !== undefined && faults.has(`refuse:${aim}`)) return [seed, `${aim}@${operation}`, `refuse:${aim}`]
    }
  }
  throw new Error('no smoke plan has such a request')
}

test('what only one drawn request is rejected for is isolated in smoke', async () => {
  const [seed, result, fault] = await coveredOnce()
  expect(await failingWith([fault], { areas: ['messages'], profile: 'smoke', seed })).toContain(result)
})
