import type { Area } from '../conformance/core/model/vocabulary.ts'
import type { CertifyOptions } from '../conformance/product/run/certify.ts'
import { effortOf } from '../reports/identity.ts'
import { type Behaviour, startInFront } from './bad-targets/in-front.ts'
import { recordedRun } from './recorded-run.ts'
import type { Listening } from './servers.ts'

interface Judged {
  readonly verdict: string
  readonly reason: string
  readonly limits: readonly string[]
  /**
   * The verdict and requirement of each result that is neither passed nor untested, without unspecified requirements.
   */
  readonly results: readonly string[]
  /** The titles of the causes. */
  readonly causes: readonly string[]
  /** The cost of the run, in words. */
  readonly effort: string
  /** The number of requests. */
  readonly sent: number
  /** The results that passed, each as requirement and operation. */
  readonly passed: ReadonlySet<string>
}

/** Runs against a server, and closes it. */
export async function judgedRun(
  { url, close }: Listening,
  areas: readonly Area[],
  options: Pick<CertifyOptions, 'profile' | 'timeout' | 'requirements' | 'seed'> = {},
): Promise<Judged> {
  try {
    const { report, rulings, exchanges } = await recordedRun({ url, areas, timeout: 5, ...options })
    const open = rulings.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'untested')
    const isAimedAt = ({ requirement }: (typeof open)[number]) => requirement.level !== 'unspecified'
    const passed = rulings.filter(({ verdict }) => verdict === 'pass')
    return {
      verdict: report.summary.verdict,
      reason: report.summary.reason,
      limits: report.limits,
      results: open.filter(isAimedAt).map(({ requirement, verdict }) => `${verdict} ${requirement.id}`),
      causes: report.causes.map(({ title }) => title),
      effort: effortOf(report),
      sent: exchanges.length,
      passed: new Set(passed.map(({ requirement, operation }) => `${requirement.id} ${operation}`)),
    }
  } finally {
    await close()
  }
}

/** Runs against the reference server behind a proxy with this behaviour. */
export async function judged(areas: readonly Area[], behaviour: Behaviour): Promise<Judged> {
  return judgedRun(await startInFront(behaviour), areas)
}
