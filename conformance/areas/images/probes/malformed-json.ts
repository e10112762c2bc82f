import type { Probe } from '../../../model/plan.ts'
import { generate } from '../operations.ts'

const bodies = ['{"prompt": "a lighthouse at dusk"', 'a lighthouse at dusk', '']

/** Bodies that are not valid JSON. */
export const malformedJson: Probe = {
  id: 'images.generate-malformed-json',
  operation: 'images.generate',
  purpose: 'A body that is not JSON is rejected.',
  profile: 'standard',
  aims: ['images.generate-malformed-json-rejected'],
  requests: bodies.length,
  cost: { calls: 0, images: 0 },
  *steps() {
    const request = generate.write({})
    yield bodies.map((body) => ({ ...request, body: Buffer.from(body, 'utf8') }))
  },
}
