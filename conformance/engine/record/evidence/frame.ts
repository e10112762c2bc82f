import { isObject, type Members } from '../../../../schemas/json.ts'
import { credentialForms } from '../../../core/model/credential.ts'
import { type Limit, limitKinds } from '../../../core/model/limit.ts'
import type { EffectiveConfig, TestedTarget } from '../../../core/model/report.ts'
import { areas, type Profile, profiles } from '../../../core/model/vocabulary.ts'
import { isListOf, isNumber, isText, isTextPair } from './read-json.ts'

/** The selection of a run. */
export interface Selection {
  readonly areas: readonly string[]
  /** Globs of requirement ids; empty for all. */
  readonly requirements: readonly string[]
  /** Capabilities that are declared absent. */
  readonly unsupported: readonly string[]
  /** Requirements that are excluded although the target supports them. */
  readonly skip?: readonly Skipped[]
}

/** A glob of requirements that a run excludes, and the reason. */
export interface Skipped {
  readonly requirements: string
  readonly reason: string
}

/** The first line of an evidence file: everything needed to judge its exchanges as the run did. */
export interface EvidenceHeader {
  readonly formatVersion: 3
  readonly tool: { readonly name: string; readonly version: string }
  readonly target: TestedTarget
  readonly seed: number
  readonly profile: Profile
  readonly strict: boolean
  readonly startedAt: string
  readonly selection: Selection
  /** The shard that was sent; absent for the whole plan. */
  readonly shard?: { readonly index: number; readonly count: number }
  /** The aims of the plan, as `requirement@operation`; null if there was no plan or it is unknown. */
  readonly aims: readonly string[] | null
  /** The edition by which the run was judged; absent if all requirements counted. */
  readonly edition?: string
  /** The ids of requirements that the user added; absent if there are none. */
  readonly addedRequirements?: readonly string[]
  /** The limits that apply to the run from the start. */
  readonly limits: readonly Limit[]
  /** The names of the target. The exchanges have the names of the specification. */
  readonly vocabulary?: Vocabulary
}

/** The names and forms of a target that differ from the specification. */
export type Vocabulary = Pick<EffectiveConfig, 'models' | 'headers' | 'version' | 'credential' | 'baseUrls'>

/** The last line of an evidence file. It is missing if the run was cut off. */
export interface EvidenceFooter {
  /** The number of exchanges in the file. */
  readonly count: number
  readonly durationMs: number
  /** The limits that cut the run off, for example an interruption. */
  readonly limits: readonly Limit[]
  /** The reason why the run ended before anything could be judged, or null. */
  readonly halted: string | null
  /** The reason why exchanges are missing (an error of the suite, or a target that stopped responding), or null. */
  readonly gap: string | null
  /** Findings that did not occur again, as `requirement exchange`. */
  readonly intermittent: readonly string[]
  /** The exchange with the minimised request, by `requirement exchange`. */
  readonly shrunk: readonly (readonly [finding: string, exchange: string])[]
  /**
   * The results that billing limits left out: `requirement@operation`, and the numbers of accepted and sent requests of
   * its kind. Absent if there are none.
   */
  readonly overBudget?: readonly (readonly [result: string, accepted: number, sent: number])[]
}

/** Reads a header, or returns the error in one line. */
export function headerFrom(value: Members): EvidenceHeader | string {
  const { formatVersion, tool, target, seed, profile, strict, startedAt, selection, aims } = value
  const { limits, vocabulary, shard, addedRequirements, edition } = value
  if (formatVersion !== 3) return `its format version is ${JSON.stringify(formatVersion)}, and this version reads 3`
  if (!isTool(tool) || !isTarget(target)) return 'it does not name its tool and target'
  if (!isNumber(seed) || !isProfile(profile) || typeof strict !== 'boolean' || !isText(startedAt))
    return 'seed, profile, strictness or start cannot be read'
  if (!isSelection(selection) || !isListOf(limits, isLimit)) return 'what it was limited to cannot be read'
  if (aims !== null && !isListOf(aims, isText)) return 'its aims cannot be read'
  if (addedRequirements !== undefined && !isListOf(addedRequirements, isText))
    return 'its added requirements cannot be read'
  if (edition !== undefined && !isText(edition)) return 'its edition cannot be read'
  if (vocabulary !== undefined && !isVocabulary(vocabulary)) return "the target's words cannot be read"
  if (shard !== undefined && !isShard(shard)) return 'its share of the plan cannot be read'
  const words = vocabulary === undefined ? {} : { vocabulary }
  const share = shard === undefined ? {} : { shard }
  return {
    formatVersion,
    tool,
    target,
    seed,
    profile,
    strict,
    startedAt,
    selection,
    ...share,
    aims,
    limits,
    ...words,
    ...(addedRequirements === undefined ? {} : { addedRequirements }),
    ...(edition === undefined ? {} : { edition }),
  }
}

/** Reads a footer, or returns the error in one line. */
export function footerFrom(value: Members): EvidenceFooter | string {
  const { count, durationMs, limits, halted, gap, intermittent, shrunk, overBudget } = value
  if (!isNumber(count) || !isNumber(durationMs)) return 'count or duration cannot be read'
  if (!isListOf(limits, isLimit) || !isListOf(intermittent, isText)) return 'its lists cannot be read'
  if (!isTextOrNull(halted) || !isTextOrNull(gap)) return 'how it ended cannot be read'
  if (!isListOf(shrunk, isTextPair)) return 'what was shrunk cannot be read'
  if (overBudget !== undefined && !isListOf(overBudget, isCounted)) return 'what budgets left out cannot be read'
  return {
    count,
    durationMs,
    limits,
    halted,
    gap,
    intermittent,
    shrunk,
    ...(overBudget === undefined ? {} : { overBudget }),
  }
}

function isTool(value: unknown): value is EvidenceHeader['tool'] {
  return isObject(value) && isText(value['name']) && isText(value['version'])
}

/** Returns whether label and version are valid. Both are optional. */
function isNamed({ label = '', version = '' }: Members): boolean {
  return isText(label) && isText(version)
}

function isTarget(value: unknown): value is EvidenceHeader['target'] {
  return isObject(value) && isText(value['url']) && typeof value['embedded'] === 'boolean' && isNamed(value)
}

function isProfile(value: unknown): value is Profile {
  return isText(value) && (profiles as readonly string[]).includes(value)
}

function isSelection(value: unknown): value is Selection {
  if (!isObject(value)) return false
  const { skip = [] } = value
  const areLists = ['areas', 'requirements', 'unsupported'].every((list) => isListOf(value[list], isText))
  return areLists && isListOf(skip, isSkipped)
}

function isSkipped(value: unknown): value is Skipped {
  return isObject(value) && isText(value['requirements']) && isText(value['reason'])
}

function isVocabulary(value: unknown): value is Vocabulary {
  if (!isObject(value)) return false
  const { models = {}, headers = {}, version = '', credential = {}, baseUrls = {} } = value
  const areNames = [models, headers].every((words) => isObject(words) && Object.values(words).every(isText))
  return areNames && isText(version) && isByArea(credential, isForm) && isByArea(baseUrls, isBase)
}

function isByArea(value: unknown, isOne: (one: unknown) => boolean): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).every(([area, one]) => (areas as readonly string[]).includes(area) && isOne(one))
}

function isForm(value: unknown): boolean {
  return (credentialForms as readonly unknown[]).includes(value)
}

function isBase(value: unknown): boolean {
  return isText(value) && URL.canParse(value)
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value)
}

function isCounted(value: unknown): value is readonly [string, number, number] {
  return Array.isArray(value) && value.length === 3 && isText(value[0]) && isNumber(value[1]) && isNumber(value[2])
}

function isShard(value: unknown): value is NonNullable<EvidenceHeader['shard']> {
  return isObject(value) && isNumber(value['index']) && isNumber(value['count'])
}

function isLimit(value: unknown): value is Limit {
  return isObject(value) && (limitKinds as readonly unknown[]).includes(value['kind']) && isText(value['text'])
}
