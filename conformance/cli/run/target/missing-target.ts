import type { Selection } from '../../../evidence/frame.ts'
import { type Area, areas } from '../../../model/vocabulary.ts'
import type { Config, LoadedConfig } from '../../config/config.ts'
import type { TargetOptions } from '../../config/target-options.ts'
import { UsageError } from '../../usage-error.ts'
import type { RunValues } from '../options/run-options.ts'

/** What the user said of a target, in whatever place. */
interface Told {
  readonly url: string | undefined
  readonly written: RunValues
  readonly loaded: LoadedConfig | undefined
  readonly selection: Selection
  readonly targetOptions: TargetOptions
}

/** What only makes sense together with a target that is somewhere else. */
const aboutTarget: readonly (keyof Config)[] = [
  'key',
  'keys',
  'models',
  'headers',
  'version',
  'extraHeaders',
  'tls',
  'proxy',
  'betas',
  'speech',
  'images',
]

/** Refuses a key or names without a target, and a target without a key. A plan is made without either. */
export function assertTargetIsKnown({ url, written, loaded, selection, targetOptions }: Told): void {
  if (url === undefined && written.key !== undefined && written.replay === undefined)
    throw new UsageError('--key was given without a URL; add the URL, or leave out --key to judge the reference server')
  const about = aboutTarget.find((member) => loaded?.config[member] !== undefined)
  if (url === undefined && about !== undefined && written.replay === undefined && written.plan !== true)
    throw new UsageError(
      `${loaded?.at(`/${about}`)}: ${about} is about a target, and none is named; add target: to the file, or the URL to the command`,
    )
  if (url === undefined || written.plan === true) return
  const without = areas.filter(
    (area) => selection.areas.includes(area) && targetOptions.credentials[area] === undefined,
  )
  if (without.length > 0) throw keyIsMissing(url, without, loaded)
}

function keyIsMissing(url: string, without: readonly Area[], loaded: LoadedConfig | undefined): UsageError {
  const whose = loaded?.config.keys === undefined ? '' : ` and the area ${without[0]}`
  const where = loaded === undefined ? '' : `, as key: in ${loaded.name}`
  return new UsageError(
    `a key for ${url}${whose} is missing; give it as --key${where} or in the environment as MGI_API_KEY`,
  )
}
