import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { programFile } from '../../../schemas/package-root.ts'
import { catalogue as builtIn } from '../../catalogue.ts'
import type { Case } from '../../model/plan.ts'
import type { PlanInput, StartDrawing } from './plan-for.ts'

const script = programFile('conformance/run/plan/drawing-worker.js')

/**
 * Draws in a thread of its own, from now on: drawing takes a second or more of a processor's time, in which requests can
 * be sent. In place where the thread's script is not compiled, and where plugins have added requirements, which are code.
 */
export const drawInThread: StartDrawing = (input, catalogue, inPlace) => {
  if (catalogue !== builtIn || !existsSync(fileURLToPath(script))) return { cases: inPlace }
  const { selection, profile, seed, betas, speech, shard } = input
  const workerData: PlanInput = { selection, profile, seed, betas, speech, shard }
  const worker = new Worker(script, { workerData })
  const drawn = new Promise<readonly Case[]>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that draws has ended')))
  })
  drawn.catch(() => {})
  const threadEnded = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  // A run that ends before anything drawn is wanted does not wait for it.
  worker.unref()
  const cases = (): Promise<readonly Case[]> => {
    worker.ref()
    return drawn
  }
  return { threadEnded, cases }
}
