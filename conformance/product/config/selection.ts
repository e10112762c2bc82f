import type { Limit } from '../../core/model/limit.ts'
import { operationsOf as operationsJudged } from '../../core/model/requirement.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { areaOf, areas, type Capability, capabilities, type Endpoint, endpoints } from '../../core/model/vocabulary.ts'
import { idsMatching, matchesGlob, requirementIds } from '../../core/text/glob.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { Exclusion } from '../../engine/judge/index.ts'
import type { Shard } from '../../engine/plan/shard.ts'
import type { Selection } from '../../engine/record/evidence/frame.ts'
import type { Config, LoadedConfig } from './config.ts'
import type { RunOptions } from './run-options.ts'
import { leftOutForForms, vocabularyOf } from './vocabulary.ts'

/** Returns the operations of a selection that are not declared absent. */
export function selectedOperations({ areas, unsupported }: Selection): readonly Endpoint[] {
  return endpoints.filter((endpoint) => areas.includes(areaOf[endpoint]) && !unsupported.includes(endpoint))
}

/** Returns the declared capabilities that are known and belong to the selected areas. */
export function declaredIn({ areas, unsupported }: Selection): readonly (Endpoint | Capability)[] {
  const own = endpoints.filter((endpoint) => areas.includes(areaOf[endpoint]))
  const known: readonly (Endpoint | Capability)[] = [...own, ...capabilities]
  return known.filter((one) => unsupported.includes(one))
}

/** Returns the reason why a selection excludes a requirement on an operation, or `undefined`. */
export function exclusionBy({ areas, requirements, unsupported, skip = [] }: Selection): Exclusion {
  const isNamed = requirements.some((glob) => glob.startsWith('upstream'))
  return ({ id, capability, behind }, operation) => {
    if (!areas.includes(areaOf[operation]))
      return { by: 'limits', reason: `the run was limited to ${areas.join(', ')}` }
    // A selection that names nothing of the experiment does not limit it.
    const isLimited = requirements.length > 0 && (behind !== true || isNamed)
    if (isLimited && !requirements.some((glob) => matchesGlob(glob, id)))
      return { by: 'limits', reason: `the run was limited to ${requirements.join(', ')}` }
    const skipped = skip.find((one) => matchesGlob(one.requirements, id))
    if (skipped !== undefined) return { by: 'skip', reason: `skipped by the configuration: ${skipped.reason}` }
    if (unsupported.includes(operation)) return { by: 'absent', reason: `the vendor declares ${operation} absent` }
    if (capability !== undefined && unsupported.includes(capability))
      return { by: 'absent', reason: `the vendor declares ${capability} absent` }
    return undefined
  }
}

/** Reads the selection of a run. Rejects an empty one. */
export function selectionOf(
  config: Config,
  { requirements }: Catalogue,
  loaded: Pick<LoadedConfig, 'config' | 'name' | 'at'> | undefined,
): Selection {
  const { requirements: globs = [], unsupported = [], areas: wanted = areas } = config
  const skip = [...(config.skip ?? []), ...leftOutForForms(vocabularyOf(config), wanted)]
  const own = { areas: areas.filter((area) => wanted.includes(area)), requirements: globs, unsupported }
  const selection = skip.length === 0 ? own : { ...own, skip }
  const ids = requirements.map(({ id }) => id)
  const isOfFile = loaded?.config.requirements === globs
  const placeOf = (index: number) => (isOfFile ? loaded.at(`/requirements/${index}`) : '--requirement')
  if (globs.length > 0) idsMatching(globs, ids, { ...requirementIds, placeOf })
  if (skip.length > 0)
    idsMatching(
      skip.map((one) => one.requirements),
      ids,
      { ...requirementIds, placeOf: (index) => loaded?.at(`/skip/${index}/requirements`) ?? 'skip' },
    )
  assertAnyLeft(selection, requirements, (config.skip ?? []).length, loaded)
  return selection
}

/** Throws a `UsageError` if a selection leaves nothing to judge, and says what to change. */
function assertAnyLeft(
  selection: Selection,
  requirements: Catalogue['requirements'],
  ownSkips: number,
  loaded: Pick<LoadedConfig, 'name'> | undefined,
): void {
  const { requirements: globs, unsupported, skip = [] } = selection
  const exclusion = exclusionBy(selection)
  // Requirements behind the gateway alone are no reason to send the ordinary run.
  const inFront = requirements.filter(({ behind }) => behind !== true)
  if (inFront.some((one) => operationsJudged(one).some((operation) => exclusion(one, operation) === undefined))) return
  if (requirements.some(({ id, behind }) => behind === true && globs.some((glob) => matchesGlob(glob, id))))
    throw new UsageError(
      `--requirement ${globs.join(', ')} leaves nothing of the run that comes before the experiment behind the gateway; add --requirement '*plain-request-accepted'`,
    )
  const what = globs.length === 0 ? 'is left' : `matches ${globs.join(', ')}`
  const remedy =
    unsupported.length + skip.length === 0
      ? 'leave out --area or --requirement'
      : `see ${skip.length === 0 ? 'unsupported' : ownSkips === 0 ? 'credential' : 'skip'} in ${loaded?.name}`
  throw new UsageError(`no requirement of ${selection.areas.join(', ')} ${what}; ${remedy}`)
}

export const mostShards = 64

/** Reads `I/N` of an option such as `--shard`. */
export function shardOption(
  text: string | undefined,
  { most, whole, from } = { most: mostShards, whole: 'a plan', from: '--shard' },
): Shard | undefined {
  if (text === undefined) return undefined
  const [, index, count] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []
  const shard = { index: Number(index), count: Number(count) }
  if (shard.index >= 1 && shard.index <= shard.count && shard.count <= most) return shard
  throw new UsageError(
    `${from} ${text} is not a part of ${whole}; write I/N, such as 1/4, with I from 1 to N and N up to ${most}`,
  )
}

/**
 * Returns a function that decides whether requests are sent for a requirement, or `undefined` if they are sent for all.
 */
export function wantedBy({ requirements, skip = [] }: Selection): ((id: string) => boolean) | undefined {
  if (requirements.length + skip.length === 0) return undefined
  const isChosen = (id: string) => requirements.length === 0 || requirements.some((glob) => matchesGlob(glob, id))
  return (id) => isChosen(id) && !skip.some((one) => matchesGlob(one.requirements, id))
}

export function shardInWords({ index, count }: Shard): string {
  return `only shard ${index} of ${count}`
}

export function limitsOf({
  selection,
  profile,
  maxRequests,
  maxBilled,
  maxImages,
  maxSeconds,
  shard,
  targetOptions,
}: RunOptions): readonly Limit[] {
  const { areas: own, requirements, skip = [], unsupported } = selection
  const words: readonly (readonly [Limit['kind'], string | false | undefined])[] = [
    ['shard', shard && shardInWords(shard)],
    ['areas', own.length < areas.length && `only the areas ${own.join(', ')}`],
    ['requirements', requirements.length > 0 && `only the requirements ${requirements.join(', ')}`],
    ...skip.map((one) => ['skip', `without the requirements ${one.requirements}: ${one.reason}`] as const),
    ['absent', unsupported.length > 0 && `without what the vendor declares absent: ${unsupported.join(', ')}`],
    ['profile', profile === 'smoke' && 'only what the smoke profile sends'],
    ['most', atMost(maxRequests, 'request')],
    ['most', atMost(maxBilled, 'accepted model call')],
    ['most', atMost(maxImages, 'image')],
    ['most', maxSeconds !== undefined && `at most ${maxSeconds} s`],
    ['unchecked', targetOptions.connection.tls?.verify === false && 'the certificate of the target was not checked'],
  ]
  return words.flatMap(([kind, text]) => (text ? [{ kind, text }] : []))
}

function atMost(count: number | undefined, unit: string): string | undefined {
  return count === undefined ? undefined : `at most ${count} ${unit}${count === 1 ? '' : 's'}`
}
