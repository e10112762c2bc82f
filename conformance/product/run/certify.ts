import process from 'node:process'
import { whileLocked } from '../../core/files/lock-folder.ts'
import { outFolder } from '../../core/files/out-folder.ts'
import { assertOwnFiles } from '../../core/files/own-files.ts'
import type { Report } from '../../core/model/report.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import type { Environment } from '../../engine/record/client/proxy-settings.ts'
import { withRequirements } from '../../specification/plugins/define-requirement.ts'
import { loadPlugins } from '../../specification/plugins/load-plugins.ts'
import type { Config } from '../config/config.ts'
import { catalogueFor } from '../config/edition.ts'
import { filesOfRun } from '../config/examples.ts'
import { configOf } from '../config/load-config.ts'
import { assertKeys, runOptionsOf } from '../config/run-options.ts'
import { type Finished, type RunHooks, run } from './run.ts'

/**
 * The options of `certify`: the members of a config file, and members that only a program can give. Members for the
 * command line are left out, and so is `reporters` (see `writeReports`). Strings may name environment variables
 * (`${MGI_API_KEY}`). Relative paths are resolved against `cwd`.
 */
export interface CertifyOptions
  extends Omit<Config, 'reporters' | 'quiet' | 'verbose' | 'watch' | 'requirements'>,
    Omit<RunHooks, 'plans'> {
  /**
   * Strings are globs that limit the run to the requirements whose ids match. Values made by `defineRequirement` are
   * judged in addition to the built-in ones.
   */
  readonly requirements?: readonly (string | Requirement)[]
  /** The folder that relative paths are resolved against. Defaults to the working directory of the process. */
  readonly cwd?: string
  /**
   * The source of `${NAME}`, `MGI_API_KEY` and the addresses of proxies. Defaults to the environment of the process.
   */
  readonly env?: Environment
}

/**
 * Probes an implementation and judges every exchange, as `mgi run` does: preflight, budgets, redaction, shrinking.
 * Without `target` it judges the embedded reference server. With `out` it writes the evidence to `exchanges.ndjson` in
 * that folder; without it, nothing stays on disk. `writeReports` writes the reports.
 *
 * Throws a `UsageError` before it sends anything if an option is wrong. Trouble with the target is part of the report,
 * whose verdict is then `inconclusive`.
 *
 * @example
 * const report = await certify({ target: 'http://127.0.0.1:8080', key: process.env.KEY, areas: ['messages'], profile:
 * 'smoke' }) console.log(report.summary.verdict, report.summary.reason)
 */
export async function certify(options: CertifyOptions = {}): Promise<Report> {
  return (await certified(options)).report
}

/** Options that only the suite itself gives: the plans, and a catalogue to judge by in place of that of an edition. */
type OwnOptions = Pick<RunHooks, 'plans'> & { readonly catalogue?: Catalogue }

/** Does the same as `certify` and returns the whole outcome: the report, the plan and the judge's conclusions. */
export async function certified(options: CertifyOptions & OwnOptions = {}): Promise<Finished> {
  const { requirements = [], cwd = process.cwd(), env = process.env, ...rest } = options
  const { signal, onStart, onNote, onPhase, onProgress, onExchange, shrink, plans, catalogue, ...members } = rest
  const globs = requirements.filter((one) => typeof one === 'string')
  const own = requirements.filter((one) => typeof one !== 'string')
  const given = definedMembers({ ...members, requirements: globs.length === 0 ? undefined : globs })
  const loaded = configOf(given, { cwd, env })
  const { config } = loaded
  const extended = withRequirements(catalogue ?? catalogueFor(undefined, loaded), [
    ...own,
    ...(await loadPlugins(config.plugins ?? [], cwd)),
  ])
  const out = config.out === undefined ? undefined : outFolder(config.out, cwd)
  if (out !== undefined) assertOwnFiles(out, filesOfRun, `out ${config.out}`)
  const runOptions = runOptionsOf(config, loaded, { out: config.out }, { cwd, env, catalogue: extended, out })
  assertKeys(runOptions, loaded)
  const hooks = { signal, onStart, onNote, onPhase, onProgress, onExchange, shrink, plans }
  const locking = { folder: out, option: 'out', command: 'certify' }
  return whileLocked(locking, () => run(runOptions, extended, hooks))
}

/** Drops members that are `undefined`, as if they were not given. */
function definedMembers(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
