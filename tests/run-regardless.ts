import type { Exchange } from '../conformance/core/model/exchange.ts'
import type { Plan } from '../conformance/core/model/plan.ts'
import type { Report } from '../conformance/core/model/report.ts'
import { endpoints } from '../conformance/core/model/vocabulary.ts'
import type { SentAs } from '../conformance/core/model/why.ts'
import { drive } from '../conformance/engine/drive/drive.ts'
import { planRun, wholePlan } from '../conformance/engine/generate/plan.ts'
import { type RunContext, startJudge, summarize } from '../conformance/engine/judge/index.ts'
import { createClient } from '../conformance/engine/record/client/client.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { defectsOf } from '../conformance/specification/traceability/known-defects.ts'
import { specification } from '../conformance/specification/traceability/specification.ts'

/** The plan of every such run in this process. */
let made: Promise<Plan> | undefined

/** Runs a standard plan even against a server for which `certify` would stop after the preflight. */
export async function runRegardless(url: string): Promise<Report> {
  made ??= planRun({ catalogue, operations: endpoints, profile: 'standard', seed: 1 }).then(wholePlan)
  const plan = await made
  const client = createClient({
    baseUrl: url,
    names: { key: 'test-key' },
    timeoutMs: 20_000,
    maxResponseBytes: 64 << 20,
  })
  const judge = startJudge(catalogue)
  try {
    const { requests } = await drive({
      plan,
      operations: catalogue.operations,
      context: { seed: 1, profile: 'standard', operations: endpoints },
      concurrency: 64,
      shrinking: { perRequirement: 0, perRun: 0 },
      judge: {
        see: judge.see,
        retry: (id, exchange) => judge.retry(exchange)(id),
        failing: () => [],
        unproven: () => judge.conclude().flatMap(({ unproven }) => unproven ?? []),
      },
      send: async (request, as, signal) => ({ ...(await client.send(request, as.id, signal)), ...factsOf(as) }),
    })
    const whole = { ...context, target: { url, embedded: false }, aims: plan.aims, requests }
    return summarize(judge.conclude(), whole, { facts: judge.facts(), defectsOf })
  } finally {
    await client.close()
  }
}

function factsOf({ caseId, attempt, why }: SentAs): Pick<Exchange, 'caseId' | 'attempt' | 'why'> {
  return { caseId, attempt, why }
}

const context: Omit<RunContext, 'target' | 'aims' | 'requests'> = {
  seed: 1,
  profile: 'standard',
  strict: false,
  source: 'runner',
  startedAt: '',
  durationMs: 0,
  limits: [],
  tool: { name: 'test', version: '0' },
  specification,
  exclusion: () => undefined,
  billed: { calls: 0, images: 0 },
  evidence: new Map(),
  commands: new Map(),
  intermittent: new Set<string>(),
  shrunk: new Map(),
}
