import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../../../core/model/report.ts'
import { resultKey } from '../../../core/model/requirement.ts'
import type { Area, Outcome } from '../../../core/model/vocabulary.ts'
import { judge, readEvidence } from '../../../product/recorded/judge.ts'
import { certify } from '../../../product/run/certify.ts'
import { catalogueOf } from '../../../specification/catalogue.ts'
import type { MiddleOptions, RunningGateway } from './pass-through.ts'

/** The report of a run with a gateway, and the same evidence judged again. */
export interface Tried {
  readonly report: Report
  readonly again: Report
}

/** Returns the requirements on plain requests, to keep the ordinary run short. */
function plainAccepted(areas: readonly Area[]): string[] {
  return catalogueOf(areas).requirements.flatMap((one) =>
    one.kind === 'acceptance' && one.speaksOf === 'plain' ? [one.id] : [],
  )
}

type Start<Habits> = (options: Omit<MiddleOptions, 'habits'> & { readonly habits?: Habits }) => Promise<RunningGateway>

interface TrialSettings<Habits> {
  readonly habits?: Habits
  /** Texts that the gateway adds on purpose. */
  readonly adds?: readonly string[]
  /** True if the upstream takes the key of the client. */
  readonly isSharedKey?: boolean
  /** Requirements that the ordinary run judges besides those on plain requests. They need more requests. */
  readonly requirements?: readonly string[]
}

/** Runs the suite with a gateway in the middle, which learns the port of its provider when the run begins. */
export async function tryGateway<Habits>(
  start: Start<Habits>,
  areas: readonly Area[],
  { habits, adds = [], isSharedKey = false, requirements = [] }: TrialSettings<Habits> = {},
): Promise<Tried> {
  const key = 'client-key-abcdef'
  const upstreamKey = isSharedKey ? key : 'upstream-key-123456'
  const settings = { upstream: '', upstreamKey, key, prefix: '/some/v1' }
  const folder = mkdtempSync(join(tmpdir(), 'upstream-'))
  const gateway = await start(Object.assign(settings, habits === undefined ? {} : { habits }))
  try {
    const report = await certify({
      target: gateway.url,
      key: settings.key,
      areas: [...areas],
      profile: requirements.length === 0 ? 'smoke' : 'standard',
      cwd: folder,
      out: '.',
      upstream: { port: 0, key: settings.upstreamKey, adds: [...adds] },
      requirements: [...plainAccepted(areas), ...requirements],
      onStart: ({ upstream }) => {
        settings.upstream = upstream?.url ?? ''
      },
    })
    return { report, again: await judge(readEvidence('exchanges.ndjson'), { cwd: folder }) }
  } finally {
    await gateway.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the results behind the gateway with a verdict, as `id@operation`. */
export function resultsWith({ requirements }: Pick<Report, 'requirements'>, verdict: Outcome): readonly string[] {
  const behind = requirements.filter((one) => one.behind === true)
  return behind.flatMap(({ id, operations }) =>
    operations.filter((one) => one.verdict === verdict).map(({ operation }) => resultKey(id, operation)),
  )
}
