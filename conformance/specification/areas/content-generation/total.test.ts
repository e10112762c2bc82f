import fc from 'fast-check'
import { expect, test } from 'vitest'
import { observe } from '../../../engine/judge/index.ts'
import { brokenBy, exchange } from './exchange.fixture.ts'
import suite from './index.ts'
import { ask } from './templates/build.ts'

test('any response to any request is judged without throwing', () => {
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.json().map((text) => new TextEncoder().encode(text)),
    streams,
  )
  const statuses = fc.constantFrom(200, 400, 401, 404, 500, 503)
  const types = fc.constantFrom('application/json', 'text/event-stream')
  fc.assert(
    fc.property(
      fc.jsonValue(),
      bytes,
      statuses,
      types,
      fc.constantFrom(...suite.operations),
      (body, answered, status, type, operation) => {
        expect(() =>
          brokenBy(
            observe(suite.operations, exchange(operation, ask(body), status, [['content-type', type]], answered)),
          ),
        ).not.toThrow()
      },
    ),
    { numRuns: 300 },
  )
})

const streams: fc.Arbitrary<Uint8Array> = fc.array(fc.jsonValue()).map((values) => {
  return new TextEncoder().encode(values.map((value) => `data: ${JSON.stringify({ candidates: value })}\n\n`).join(''))
})
