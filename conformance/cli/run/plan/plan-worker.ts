/** Plans a run in a thread of its own and hands back what can be copied; see `plan-aside.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { catalogue } from '../../../catalogue.ts'
import { planFor, type Wish } from './plan-for.ts'

const { cases, probes, aims, requests, cost } = planFor(workerData as Wish, catalogue)
parentPort?.postMessage({ cases, probes: probes.map(({ id }) => id), aims, requests, cost })
