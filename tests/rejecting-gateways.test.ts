import { expect, test } from 'vitest'
import { endpoints } from '../conformance/core/model/vocabulary.ts'
import { planRun, wholePlan } from '../conformance/engine/generate/plan.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { rejectingGateways } from './rejecting-gateways.ts'

const { cases } = await wholePlan(await planRun({ catalogue, operations: endpoints, profile: 'standard', seed: 1 }))

/** The bodies of the valid requests of a standard run, by operation. */
const bodies = new Map(
  catalogue.operations.map(({ id, read }) => [
    id,
    cases
      .filter(({ operation, why }) => operation === id && why.kind !== 'violation')
      .map((one) => read(one.request).body),
  ]),
)

const gateways = rejectingGateways.flatMap(({ on, ...gateway }) => on.map((operation) => ({ operation, ...gateway })))

test.each(gateways)('$operation: a run shows a gateway that rejects $rejects', ({ operation, isRejected }) => {
  const rejected = bodies.get(operation)!.filter(isRejected)
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected.length).toBeLessThan(bodies.get(operation)!.length)
})
