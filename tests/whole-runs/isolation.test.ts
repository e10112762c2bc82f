import { expect, test } from 'vitest'
import { type TrialOptions, trialRun } from '../../conformance/selftest/trial-run.ts'
import { startReferenceServer } from '../../reference-server/index.ts'

type Wanted = Pick<TrialOptions, 'areas' | 'profile'>

/** What fails on a gateway with some faults. */
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
    'overlook:images.variation-n-beyond-refused',
    'refuse:images.edit-n-accepted',
    'refuse:images.variation-n-10-accepted',
  ])
  expect(failed).toContain('images.variation-n-beyond-refused@images.variation')
  expect(failed).toContain('images.variation-n-10-accepted@images.variation')
})

test('what is rejected is isolated although no accepted request has a reply of the operation', async () => {
  expect(await failingWith(['images-error-as-success', 'refuse:images.edit-n-accepted'])).toContain(
    'images.edit-n-accepted@images.edit',
  )
})

test('what a drawn request with awkward texts is rejected for is isolated in smoke, where the rest holds nothing of it', async () => {
  const failed = await failingWith(['refuse:messages.image-webp-accepted'], { areas: ['messages'], profile: 'smoke' })
  expect(failed).toContain('messages.image-webp-accepted@messages.stream')
})
