import { type CredentialForm, credentialForms } from '../../model/credential.ts'
import { type Limit, limitKinds } from '../../model/limit.ts'
import type { TestedTarget } from '../../model/tested-target.ts'
import { type Area, areas, type Profile, profiles } from '../../model/vocabulary.ts'
import { isListOf, isNumber, isObject, isPair, isText, type JsonObject } from './read-json.ts'

/** What a run was asked to look at. */
export interface Selection {
  readonly areas: readonly string[]
  /** Globs of requirement ids; empty for all. */
  readonly requirements: readonly string[]
  /** What the vendor declares absent. */
  readonly unsupported: readonly string[]
  /** What is left out although the target has it; absent where nothing is. */
  readonly skip?: readonly Skipped[]
}

/** Requirements that a run leaves out, by a glob of their ids, and why. */
export interface Skipped {
  readonly requirements: string
  readonly reason: string
}

/** The first line of an evidence file: what is needed to judge its exchanges as the run did. */
export interface EvidenceHeader {
  readonly formatVersion: 3
  readonly tool: { readonly name: string; readonly version: string }
  readonly target: TestedTarget
  readonly seed: number
  readonly profile: Profile
  readonly strict: boolean
  readonly startedAt: string
  readonly selection: Selection
  /** Which share of its plan the run carried out; absent for the whole. */
  readonly shard?: { readonly index: number; readonly count: number }
  /** What the plan set out to exercise, as `requirement@operation`; null where there was no plan, or nobody can tell. */
  readonly aims: readonly string[] | null
  /** What narrowed the run down. */
  readonly limits: readonly Limit[]
  /** What the target calls models, headers and the version; the exchanges are in the names of the specification. Absent: the same. */
  readonly vocabulary?: Vocabulary
}

/** How the target is spoken to, where that is not in the specification's words. */
export interface Vocabulary {
  readonly models?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly version?: string
  /** How the key travels, in the areas where that is not as section 5 says. */
  readonly credential?: Partial<Readonly<Record<Area, CredentialForm>>>
  /** The base URLs of the areas that are not below the target's. */
  readonly baseUrls?: Partial<Readonly<Record<Area, string>>>
}

/** The last line of an evidence file. Without it the run that wrote the file did not come to its end. */
export interface EvidenceFooter {
  /** How many exchanges the file holds. */
  readonly count: number
  readonly durationMs: number
  /** What only became known while the run went on: an interruption, a time that was up. */
  readonly limits: readonly Limit[]
  /** Why the run ended before anything could be judged; null when it did not. */
  readonly halted: string | null
  /** Why the exchanges are not all that the run should have brought: an error of ours, or a target that gave up; null when they are. */
  readonly gap: string | null
  /** Findings that did not repeat, as `requirement exchange`. */
  readonly intermittent: readonly string[]
  /** The exchange with the smaller request, by `requirement exchange`. */
  readonly shrunk: readonly (readonly [finding: string, exchange: string])[]
  /**
   * What budgets left out: `requirement@operation` with how many requests of its kind were accepted, of how many that were
   * sent. Absent where nothing was.
   */
  readonly overBudget?: readonly (readonly [result: string, accepted: number, sent: number])[]
}

/** The header that a value is, or in one line why it is none. */
export function headerFrom(value: JsonObject): EvidenceHeader | string {
  const { formatVersion, tool, target, seed, profile, strict, startedAt, selection, aims } = value
  const limits = limitsFrom(value['limits'])
  const { vocabulary, shard } = value
  if (formatVersion !== 1 && formatVersion !== 2 && formatVersion !== 3)
    return `its format version is ${JSON.stringify(formatVersion)}, and this version reads 1, 2 and 3`
  if (!isTool(tool) || !isTarget(target)) return 'it does not name its tool and target'
  if (!isNumber(seed) || !isProfile(profile) || typeof strict !== 'boolean' || !isText(startedAt))
    return 'seed, profile, strictness or start cannot be read'
  if (!isSelection(selection) || limits === undefined) return 'what it was limited to cannot be read'
  if (aims !== null && !isListOf(aims, isText)) return 'its aims cannot be read'
  if (vocabulary !== undefined && !isVocabulary(vocabulary)) return "the target's words cannot be read"
  if (shard !== undefined && !isShard(shard)) return 'its share of the plan cannot be read'
  const words = vocabulary === undefined ? {} : { vocabulary }
  const share = shard === undefined ? {} : { shard }
  return {
    ...{ formatVersion: 3, tool, target, seed, profile, strict, startedAt, selection, ...share },
    // Version 1 does not say on which operations a requirement was to be exercised.
    aims: formatVersion === 1 ? null : aims,
    ...{ limits, ...words },
  }
}

/** The footer that a value is, or in one line why it is none. */
export function footerFrom(value: JsonObject): EvidenceFooter | string {
  const { count, durationMs, halted, gap, intermittent, shrunk, overBudget } = value
  const limits = limitsFrom(value['limits'])
  if (!isNumber(count) || !isNumber(durationMs)) return 'count or duration cannot be read'
  if (limits === undefined || !isListOf(intermittent, isText)) return 'its lists cannot be read'
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

/** Nobody has to say what a target is called. */
function isNamed({ label = '', version = '' }: JsonObject): boolean {
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

function isTextPair(value: unknown): value is readonly [string, string] {
  return isPair(value, isText, isText)
}

function isCounted(value: unknown): value is readonly [string, number, number] {
  return Array.isArray(value) && value.length === 3 && isText(value[0]) && isNumber(value[1]) && isNumber(value[2])
}

function isShard(value: unknown): value is NonNullable<EvidenceHeader['shard']> {
  return isObject(value) && isNumber(value['index']) && isNumber(value['count'])
}

/** Reads the limits of a header or footer; those of formats 1 and 2 are words alone. */
function limitsFrom(value: unknown): readonly Limit[] | undefined {
  if (isListOf(value, isText)) return value.map(earlierLimit)
  return isListOf(value, isLimit) ? value : undefined
}

function isLimit(value: unknown): value is Limit {
  return isObject(value) && (limitKinds as readonly unknown[]).includes(value['kind']) && isText(value['text'])
}

/** Derives the kind of a limit of format 1 or 2 from its words: those formats have no other place for it. */
function earlierLimit(text: string): Limit {
  const known = beginnings.find(([beginning]) => text.startsWith(beginning))
  return { kind: known?.[1] ?? (cutByTime.test(text) ? 'time' : 'other'), text }
}

const beginnings: readonly (readonly [string, Limit['kind']])[] = [
  ['only shard ', 'shard'],
  ['without what the vendor declares absent: ', 'absent'],
  ['at most ', 'most'],
  ['the certificate of the target was not checked', 'unchecked'],
  ['interrupted by ', 'interrupted'],
]

const cutByTime = /not sent: the (time limit was reached|run ended early)$/
