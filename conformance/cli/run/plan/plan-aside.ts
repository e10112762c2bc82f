import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Plan } from '../../../model/plan.ts'
import type { Catalogue } from '../../../model/suite.ts'
import { configured } from '../options/configured.ts'
import { planFor, type Wish } from './plan-for.ts'

/** A plan as it travels between threads: probes are functions, so only their ids do. */
type Told = Omit<Plan, 'probes'> & { readonly probes: readonly string[] }

/** What planning gets by with; a plan that needs more is made in place, and so is one that fails, to say why. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

const script = new URL('./plan-worker.js', import.meta.url)

/**
 * Plans in a thread of its own. Planning proves thousands of values and leaves a heap behind that the engine would
 * keep for the whole run; a thread gives it back when it ends. Run from source, where the thread's script is not
 * compiled, it plans in place: the plan is the same.
 */
export async function planAside(wish: Wish, catalogue: Catalogue): Promise<Plan> {
  if (!existsSync(fileURLToPath(script))) return planFor(wish, catalogue)
  const { selection, profile, seed, betas, speech, shard } = wish
  const workerData = { selection, profile, seed, betas, speech, shard } satisfies Wish
  const told = await answerOf(new Worker(script, { workerData, resourceLimits })).catch(() => undefined)
  if (told === undefined) return planFor(wish, catalogue)
  const wanted = new Set(told.probes)
  return { ...told, probes: configured(catalogue, wish).probes.filter(({ id }) => wanted.has(id)) }
}

/** What the thread says, once it has ended and given its memory back. */
function answerOf(worker: Worker): Promise<Told> {
  return new Promise((resolve, reject) => {
    let told: Told | undefined
    worker.once('message', (message: Told) => {
      told = message
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', () => (told === undefined ? reject(new Error('planning ended without a plan')) : resolve(told)))
  })
}
