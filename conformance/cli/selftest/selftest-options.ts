import { availableParallelism } from 'node:os'
import { outFolder } from '../../files/out-folder.ts'
import { UsageError } from '../../model/usage-error.ts'
import type { SelftestScope } from '../../selftest/document.ts'
import { tasksFor } from '../../selftest/tasks.ts'
import { wholeNumber } from '../options/numbers.ts'
import type { SelftestValues } from './options.ts'
import { wantedBy } from './wanted-by.ts'

/** What the user wants of a selftest, checked. */
export interface SelftestOptions extends SelftestScope {
  readonly jobs: number
  readonly out: string
  /** The same as the user wrote it, or the usual one. */
  readonly outAsGiven: string
  readonly isQuiet: boolean
  /** Whether some faults are left out of the tested areas. */
  readonly isPart: boolean
}

/** Reads what the user wrote after `mgi selftest`. Whatever cannot be meant is a `UsageError`, before anything runs. */
export function readSelftestOptions(values: SelftestValues, cwd: string): SelftestOptions {
  const wanted = wantedBy(values)
  const tasks = tasksFor(wanted)
  if (tasks.length === 0) throw new UsageError(nothingLeft(values))
  const outAsGiven = values.out ?? 'mgi-selftest'
  return {
    wanted,
    tasks,
    jobs: wholeNumber('jobs', values.jobs, { least: 1, most: 256 }) ?? availableParallelism(),
    out: outFolder(outAsGiven, cwd),
    outAsGiven,
    isQuiet: values.quiet === true,
    isOfKnownFailures: values['known-failures'] === true,
    isPart: values.fault !== undefined || values.shard !== undefined,
    limits: limitsOf(values),
  }
}

function nothingLeft({ area, shard, together, on, fault = [], variant = [] }: SelftestValues): string {
  if (together !== undefined && shard === undefined)
    return `no area has ${together} of these faults; give fewer with --together, or leave out --fault`
  const named = [...fault, ...variant].join(', ')
  if (on !== undefined && shard === undefined)
    return `none of these faults shows on ${on === 'each' ? 'several operations' : on}; leave out --on, --area or --fault`
  if (area !== undefined && named !== '')
    return `nothing of ${area.join(', ')} matches ${named}; leave out --area, --fault or --variant`
  return `--shard ${shard} holds no test; give fewer parts`
}

function limitsOf({ area, fault, variant, profile, shard }: SelftestValues): readonly string[] {
  return [
    ...(area === undefined ? [] : [`only the areas ${area.join(', ')}`]),
    ...(fault === undefined ? [] : [`only the faults ${fault.join(', ')}`]),
    ...(variant === undefined ? [] : [`only the variants ${variant.join(', ')}`]),
    ...(profile === undefined || profile === 'standard' ? [] : [`the profile ${profile}`]),
    ...(shard === undefined ? [] : [`only part ${shard}`]),
  ]
}
