import { UsageError } from '../../../model/usage-error.ts'
import type { Destination } from '../../../report/destinations.ts'
import type { RunValues } from './options.ts'

/** Rejects options that contradict each other, and those that would mean nothing beside another one. */
export function assertCompatible(written: RunValues): void {
  if (written.plan === true && written.replay !== undefined)
    throw new UsageError('--plan and --replay exclude each other; give one of them')
  if (written.strict === true && written['no-strict'] === true)
    throw new UsageError('--strict and --no-strict exclude each other; give one of them')
  if (written.replay !== undefined) assertOfReplay(written)
}

/** What says where a case is, and how the target is reached: the rest of it stands in the evidence. */
const ofReplay: readonly (keyof RunValues)[] = [
  'replay',
  'out',
  'config',
  'key',
  'quiet',
  'timeout',
  'allow-origin',
  'ca',
  'cert',
  'cert-key',
  'insecure',
  'proxy',
]

function assertOfReplay(written: RunValues): void {
  const ignored = (Object.keys(written) as (keyof RunValues)[]).filter((option) => !ofReplay.includes(option))
  if (ignored.length === 0) return
  const [names, them] = [ignored.map((option) => `--${option}`).join(', '), ignored.length === 1 ? 'it' : 'them']
  throw new UsageError(
    `--replay sends one case again and writes no reports, so ${names} would do nothing; leave ${them} out`,
  )
}

/** `--plan` prints words, or JSON where just that is asked for; it has no other reports. */
export function isJsonAlone(reporters: readonly Destination[]): boolean {
  const stranger = reporters.find(({ format }) => format !== 'json')
  if (stranger === undefined) return true
  throw new UsageError(`--plan has no ${stranger.format} report; use --plan alone, or --plan --reporter json`)
}
