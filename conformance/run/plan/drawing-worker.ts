import { parentPort, workerData } from 'node:worker_threads'
import { catalogue } from '../../catalogue.ts'
import type { Case } from '../../model/plan.ts'
import { type PlanInput, randomCases } from './plan-for.ts'

/** The thread that draws the random requests of a plan: tells them all at once, and ends. */
const cases = (await randomCases(workerData as PlanInput, catalogue)).map(alone)
parentPort?.postMessage(
  cases,
  cases.map(({ request }) => request.body.buffer as ArrayBuffer),
)

/** With a body of its own: a view of a shared buffer would take all of that with it. */
function alone(drawn: Case): Case {
  return { ...drawn, request: { ...drawn.request, body: new Uint8Array(drawn.request.body) } }
}
