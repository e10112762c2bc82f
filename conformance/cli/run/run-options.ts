import { type Format, formats } from '../../../reports/index.ts'
import type { Selection } from '../../evidence/frame.ts'
import type { Catalogue } from '../../model/suite.ts'
import { areas, type Profile, profiles } from '../../model/vocabulary.ts'
import type { Values } from '../command.ts'
import { idsMatching } from '../glob.ts'
import type { Io } from '../io.ts'
import { choice, choices } from '../options/choices.ts'
import { keyOf } from '../options/key.ts'
import { anySeed, positiveNumber, wholeNumber } from '../options/numbers.ts'
import { outFolder } from '../options/out-folder.ts'
import { targetUrl } from '../options/target-url.ts'
import { exclusionBy } from '../report/selection.ts'
import { usualFormats } from '../report/write-reports.ts'
import { UsageError } from '../usage-error.ts'
import type { runOptionSpecs } from './options.ts'

/** What the user wants of a run, checked. */
export interface RunOptions {
  /** Absent: the embedded reference server. */
  readonly url: string | undefined
  readonly key: string | undefined
  readonly selection: Selection
  readonly profile: Profile
  readonly seed: number
  readonly concurrency: number
  /** Requests a second. */
  readonly rate: number | undefined
  readonly maxRequests: number | undefined
  readonly maxBilled: number | undefined
  readonly maxSeconds: number | undefined
  readonly timeoutSeconds: number
  readonly strict: boolean
  readonly isPlanOnly: boolean
  readonly replay: string | undefined
  /** The folder for reports and evidence. */
  readonly out: string
  /** The same as the user wrote it; absent for the usual one. */
  readonly outAsGiven: string | undefined
  readonly reporters: readonly Format[]
  readonly isQuiet: boolean
  readonly printsSummary: boolean
}

type RunValues = Values<typeof runOptionSpecs>

/** Reads what the user wrote after `mgi run`. Whatever cannot be meant is a `UsageError`, before anything is sent. */
export function readRunOptions(
  positionals: readonly string[],
  values: RunValues,
  io: Io,
  catalogue: Catalogue,
): RunOptions {
  const url = positionals[0] === undefined ? undefined : targetUrl(positionals[0])
  const key = keyOf(values.key, io.env)
  const reporters = choices('reporter', values.reporter, formats)
  if (values.plan === true && values.replay !== undefined)
    throw new UsageError('--plan and --replay exclude each other; give one of them')
  if (url === undefined && values.key !== undefined && values.replay === undefined)
    throw new UsageError('--key was given without a URL; add the URL, or leave out --key to judge the reference server')
  if (url !== undefined && key === undefined && values.plan !== true)
    throw new UsageError(`a key for ${url} is missing; give it as --key or in the environment as MGI_API_KEY`)
  return {
    url,
    key,
    selection: selectionOf(values, catalogue),
    profile: choice('profile', values.profile ?? 'standard', profiles),
    seed: wholeNumber('seed', values.seed, anySeed) ?? 1,
    ...limitsOf(values),
    strict: values.strict === true,
    isPlanOnly: values.plan === true,
    replay: values.replay,
    out: outFolder(values.out ?? 'mgi-report', io.cwd),
    outAsGiven: values.out,
    reporters: reporters ?? usualFormats,
    isQuiet: values.quiet === true,
    printsSummary: values.quiet !== true || reporters?.includes('terminal') === true,
  }
}

function limitsOf(values: RunValues) {
  return {
    concurrency: wholeNumber('concurrency', values.concurrency, { least: 1, most: 256 }) ?? 4,
    rate: positiveNumber('rate', values.rate),
    maxRequests: wholeNumber('max-requests', values['max-requests'], { least: 1 }),
    maxBilled: wholeNumber('max-billed', values['max-billed'], { least: 0 }),
    maxSeconds: positiveNumber('max-time', values['max-time'], 7 * 86_400),
    timeoutSeconds: positiveNumber('timeout', values.timeout, 86_400) ?? 60,
  }
}

function selectionOf(values: RunValues, { requirements }: Catalogue): Selection {
  const globs = values.requirement ?? []
  const selection = { areas: choices('area', values.area, areas) ?? areas, requirements: globs, unsupported: [] }
  if (globs.length === 0) return selection
  idsMatching(
    globs,
    requirements.map(({ id }) => id),
  )
  if (requirements.some((requirement) => exclusionBy(selection)(requirement) === undefined)) return selection
  throw new UsageError(
    `no requirement of ${selection.areas.join(', ')} matches ${globs.join(', ')}; leave out --area or --requirement`,
  )
}

/** What narrows the run down, in words. */
export function limitsInWords({
  selection,
  profile,
  maxRequests,
  maxBilled,
  maxSeconds,
}: RunOptions): readonly string[] {
  return [
    ...(selection.areas.length === areas.length ? [] : [`only the areas ${selection.areas.join(', ')}`]),
    ...(selection.requirements.length === 0 ? [] : [`only the requirements ${selection.requirements.join(', ')}`]),
    ...(profile === 'smoke' ? ['only what the smoke profile sends'] : []),
    ...(maxRequests === undefined ? [] : [`at most ${maxRequests} request${maxRequests === 1 ? '' : 's'}`]),
    ...(maxBilled === undefined ? [] : [`at most ${maxBilled} accepted model call${maxBilled === 1 ? '' : 's'}`]),
    ...(maxSeconds === undefined ? [] : [`at most ${maxSeconds} s`]),
  ]
}
