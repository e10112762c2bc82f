import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UpstreamSection } from '../../../core/model/upstream.ts'
import type { Area } from '../../../core/model/vocabulary.ts'
import { certify } from '../../../product/run/certify.ts'
import type { MiddleOptions, RunningGateway } from './pass-through.ts'

/** The experiment of a run with a gateway. */
export interface Tried {
  readonly section: UpstreamSection
  /** The lines of its evidence. */
  readonly lines: readonly string[]
}

type Start<Habits> = (options: Omit<MiddleOptions, 'habits'> & { readonly habits?: Habits }) => Promise<RunningGateway>

interface TrialSettings<Habits> {
  readonly habits?: Habits
  /** Texts that the gateway adds on purpose. */
  readonly adds?: readonly string[]
  /** True if the upstream takes the key of the client. */
  readonly isSharedKey?: boolean
}

/** Runs the suite with a gateway in the middle, which learns the port of its provider when the run begins. */
export async function tryGateway<Habits>(
  start: Start<Habits>,
  areas: readonly Area[],
  { habits, adds = [], isSharedKey = false }: TrialSettings<Habits> = {},
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
      profile: 'smoke',
      cwd: folder,
      out: '.',
      upstream: { port: 0, key: settings.upstreamKey, adds: [...adds] },
      maxRequests: 12,
      onStart: ({ upstream }) => {
        settings.upstream = upstream?.url ?? ''
      },
    })
    return { section: report.upstream!, lines: readFileSync(join(folder, 'upstream.ndjson'), 'utf8').split('\n') }
  } finally {
    await gateway.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the results with an outcome, as `id@operation`. */
export function resultsWith({ results }: UpstreamSection, outcome: string): readonly string[] {
  return results.filter((one) => one.outcome === outcome).map(({ id, operation }) => `${id}@${operation}`)
}
