import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Plan } from '../../conformance/core/model/plan.ts'
import { type TrialOptions, trialRun } from '../../conformance/laboratory/selftest/trial-run.ts'
import type { ExampleRequest } from '../../conformance/product/config/examples.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { withDrawn } from '../brought-request.ts'

type Wanted = Pick<TrialOptions, 'areas' | 'profile'> & Pick<TrialOptions, 'narrow'>

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
    'reject:images.edit-n-accepted',
    'reject:images.variation-n-10-accepted',
  ])
  expect(failed).toContain('images.variation-n-beyond-rejected@images.variation')
  expect(failed).toContain('images.variation-n-10-accepted@images.variation')
})

test('what is rejected is isolated although no accepted request has a reply of the operation', async () => {
  expect(await failingWith(['images-error-as-success', 'reject:images.edit-n-accepted'])).toContain(
    'images.edit-n-accepted@images.edit',
  )
})

const webp = readFileSync(new URL('../../fixtures/images/picture.webp', import.meta.url)).toString('base64')

/** A request with a kind of picture that no other request of the run has. */
const withPicture: ExampleRequest = {
  operation: 'messages.create',
  value: {
    body: {
      model: 'messages-model-1',
      max_tokens: 64,
      temperature: 0.5,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What does the picture show?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/webp', data: webp } },
          ],
        },
      ],
    },
  },
}

test('what only one drawn request is rejected for is isolated in smoke', async () => {
  const feature = 'messages.image-webp-accepted'
  const narrow = (plan: Plan): Plan => {
    const cases = plan.cases.filter(({ aims }) => !aims.includes(feature))
    return withDrawn({ ...plan, cases }, withPicture, [feature])
  }
  const failed = await failingWith([`reject:${feature}`], { areas: ['messages'], profile: 'smoke', narrow })
  expect(failed).toContain(`${feature}@messages.create`)
})
