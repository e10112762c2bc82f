import { UsageError } from '../../core/model/usage-error.ts'
import { type Area, areas } from '../../core/model/vocabulary.ts'
import type { Selection } from '../../engine/record/evidence/frame.ts'
import type { Config, LoadedConfig } from './config.ts'
import type { TargetOptions } from './target-options.ts'

/** The settings of a target from all sources. */
interface GivenTarget {
  readonly url: string | undefined
  /** True if a key was given outside of the config. */
  readonly isKeyWritten: boolean
  readonly purpose: 'run' | 'plan' | 'replay'
  readonly loaded: LoadedConfig | undefined
  readonly selection: Selection
  readonly targetOptions: TargetOptions
}

/** Members that only make sense with a URL. */
const aboutTarget: readonly (keyof Config)[] = [
  'key',
  'keys',
  'models',
  'headers',
  'version',
  'credential',
  'baseUrls',
  'requests',
  'extraHeaders',
  'tls',
  'proxy',
  'betas',
  'speech',
  'images',
]

/** Rejects a key or names without a target, and a target without a key. A plan needs neither. */
export function assertTargetIsKnown(given: GivenTarget): void {
  const { url, isKeyWritten, purpose, loaded, selection, targetOptions } = given
  if (url === undefined && isKeyWritten && purpose !== 'replay')
    throw new UsageError('--key was given without a URL; add the URL, or leave out --key to judge the reference server')
  const about = aboutTarget.find((member) => loaded?.config[member] !== undefined)
  if (url === undefined && about !== undefined && purpose === 'run')
    throw new UsageError(
      `${loaded?.at(`/${about}`)}: ${about} needs a target, and none is named; ${loaded?.isOfProgram === true ? 'add target' : 'add target: to the file, or the URL to the command'}`,
    )
  if (url === undefined || purpose === 'plan') return
  const without = areas.filter(
    (area) => selection.areas.includes(area) && targetOptions.credentials[area] === undefined,
  )
  if (without.length > 0) throw keyIsMissing(url, without, loaded)
}

function keyIsMissing(url: string, without: readonly Area[], loaded: LoadedConfig | undefined): UsageError {
  const whose = loaded?.config.keys === undefined ? '' : ` and the area ${without[0]}`
  if (loaded?.isOfProgram === true)
    return new UsageError(
      `a key for ${url}${whose} is missing; give it as key, or in the environment variable MGI_API_KEY`,
    )
  const where = loaded === undefined ? '' : `, as key: in ${loaded.name}`
  return new UsageError(
    `a key for ${url}${whose} is missing; give it as --key${where} or in the environment as MGI_API_KEY`,
  )
}
