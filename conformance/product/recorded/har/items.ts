import type { Members } from '../../../../schemas/json.ts'
import { type Exchange, withoutPart } from '../../../core/model/exchange.ts'
import type { Operation } from '../../../core/model/operation.ts'
import { isPlaceholder } from '../../../core/text/placeholder.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { visibleLine } from '../../../core/text/visible.ts'
import { hiddenOf, type Secret, secretsOf } from '../../../engine/record/client/keys.ts'
import { wordsFor } from '../../../engine/record/client/names.ts'
import { recordedPath } from '../../../engine/record/client/recorded.ts'
import type { EvidenceFooter, EvidenceHeader } from '../../../engine/record/evidence/frame.ts'
import type { ExchangePurpose } from '../../../engine/record/evidence/line.ts'
import { createRedactor } from '../../../engine/record/evidence/redact.ts'
import { type LabelOf, labelsFor } from '../../../engine/record/har/credentials.ts'
import { type OpenRecording, openRecording } from '../../../engine/record/har/open-recording.ts'
import type { Survey, Surveyed } from '../../../engine/record/har/survey.ts'
import type { IsKnown } from '../../../engine/record/har/target.ts'
import { toExchange } from '../../../engine/record/har/to-exchange.ts'
import { isZip, type Unpacked, unpackHar } from '../../../engine/record/har/unpack.ts'
import { startVendorNames, type VendorNames, withSpecifiedPath } from '../../../engine/record/har/vendors.ts'
import { type Chosen, chooseEntries } from './choose-entries.ts'
import { type RepeatedResponse, startCopies, startRepeatedResponses } from './copies.ts'
import { evidenceFrame, type HarOptions } from './frame.ts'
import { isRecording } from './is-recording.ts'
import { namesOf } from './names.ts'
import { notInRecording, startUnseen } from './not-in-recording.ts'
import { type PathOf, pathsBelow } from './paths-below.ts'
import { gatewaysOf, notBelow, problemOf, type TargetsIn } from './targets-in.ts'

/** An item of a HAR in the form of evidence. */
export type HarItem =
  | { readonly kind: 'header'; readonly header: EvidenceHeader }
  | {
      readonly kind: 'exchange'
      /** The exchange without the credentials of its request. */
      readonly exchange: Exchange
      readonly about: ExchangePurpose
      /** The file and the number of the entry. */
      readonly entry: string
      /** Reads the exchange again for reports, with labels instead of all keys. */
      readonly again: () => Exchange | undefined
      /** Replaces keys in its text by labels. */
      readonly redact: (text: string) => string
    }
  | { readonly kind: 'gap'; readonly gap: string }
  | { readonly kind: 'end'; readonly truncated: false; readonly footer: EvidenceFooter }

export interface HarReading {
  readonly options: HarOptions
  readonly operations: readonly Operation[]
  readonly signal: AbortSignal
}

/** Reads HARs and cassettes. */
export interface HarReader {
  /** Finds the gateways in a recording. If `options.target` is set, that is the only one. */
  targetsIn(file: string): Promise<TargetsIn>
  /** Reads recordings of one gateway as evidence. An exchange in several recordings is returned once. */
  reading(target: string, files: readonly string[]): (file: string) => AsyncGenerator<HarItem>
  /** Deletes unpacked files. They cannot be read again afterwards. */
  close(): void
}

export function startHarReading({ options, operations, signal }: HarReading): HarReader {
  const { vocabulary } = options
  const areaOf = (method: string, path: string) =>
    operationFor(operations, method, recordedPath(path, vocabulary))?.area
  const isKnown: IsKnown = (method, path) => areaOf(method, path) !== undefined
  const { open, close } = startOpening(options, signal)
  const surveyed = async (file: string): Promise<OpenRecording> => {
    const recording = await open(file)
    const problem = problemOf(file, recording)
    if (problem !== undefined) throw new UsageError(problem)
    return recording as OpenRecording
  }
  const pathsOf = (target: string) => pathsBelow({ target, vocabulary, areaOf })
  const targetsIn = async (file: string): Promise<TargetsIn> => {
    const recording = await open(file).catch(asProblem)
    if (signal.aborted) return { targets: [] }
    const problem = problemOf(file, recording)
    if (problem !== undefined || 'problem' in recording) return { problem: problem ?? '' }
    const { target } = options
    if (target === undefined) return gatewaysOf(file, recording.survey, { isKnown, ...options })
    const isBelow = recording.survey.entries.some((entry) => pathsOf(target)(entry) !== undefined)
    return isBelow ? { targets: [target] } : notBelow(file, recording.survey, target)
  }
  const reading = (target: string, files: readonly string[]) => {
    const isCopy = startCopies()
    const repeated = startRepeatedResponses()
    const pathOf = pathsOf(target)
    const nameOf = namesOf(files)
    let keys: HarKeys | undefined
    return async function* (file: string): AsyncGenerator<HarItem> {
      const recording = await surveyed(file)
      if (signal.aborted) return
      keys ??= keysIn(await entriesOf(files, open), options.keys, pathOf)
      const chosen = chooseEntries(recording.survey, {
        pathOf,
        isKnown,
        isCopy,
        vendors: options.vendors,
        name: nameOf(file),
      })
      const about = { target, options, operations, name: nameOf(file), repeated }
      yield* itemsOf(file, recording, chosen, { ...about, keys })
    }
  }
  return { targetsIn, reading, close }
}

/** Converts the error of a zip that cannot be unpacked into a problem, like that of any unreadable file. */
function asProblem(error: unknown): { readonly problem: string } {
  if (!(error instanceof UsageError)) throw error
  return { problem: error.message }
}

type Opened = Awaited<ReturnType<typeof openRecording>>

/** Opens each recording once, and unpacks those in a zip until `close`. */
function startOpening({ vendors }: HarOptions, signal: AbortSignal) {
  const opened = new Map<string, Promise<Opened>>()
  const unpacked: Unpacked[] = []
  const placeOf = async (file: string): Promise<string> => {
    if (!isZip(file)) return file
    const one = await unpackHar(file)
    unpacked.push(one)
    return one.har
  }
  const complete = (entry: Members) => withSpecifiedPath(entry, vendors)
  const openNew = async (file: string) => openRecording(await placeOf(file), signal, complete)
  return {
    open(file: string): Promise<Opened> {
      const found = opened.get(file) ?? openNew(file)
      opened.set(file, found)
      return found
    },
    close(): void {
      for (const one of unpacked.splice(0)) one.remove()
    },
  }
}

/** Returns the entries of several recordings, from which the valid key is determined. */
async function entriesOf(files: readonly string[], open: (file: string) => Promise<Opened>) {
  const entries: Surveyed[] = []
  for (const file of files.filter(isRecording)) {
    const one = await open(file)
    if (!('problem' in one)) for (const entry of one.survey.entries) entries.push(entry)
  }
  return entries
}

interface Itemizing extends Pick<HarReading, 'options' | 'operations'> {
  readonly target: string
  /** The name of the file in findings. */
  readonly name: string
  readonly keys: HarKeys
  readonly repeated: RepeatedResponse
}

function* itemsOf(
  file: string,
  { survey, entry: read, missing }: OpenRecording,
  chosen: Chosen,
  { target, name, keys, options, operations, repeated }: Itemizing,
): Generator<HarItem> {
  const frame = evidenceFrame(target, chosen, options)
  yield { kind: 'header', header: frame.header }
  const redactor = createRedactor(keys.secrets, options.masks)
  const names = startVendorNames(options.recognised)
  const convert = converter(read, survey, chosen, { options, operations, labelOf: keys.labelOf, names })
  const unseen = startUnseen()
  for (const entry of chosen.entries) {
    const place = entry.ours === undefined ? entry.id : visibleLine(`${name}#${entry.number}`)
    const former = repeated(name, place, entry.fingerprint)
    const converted = (isCounted: boolean): Exchange | undefined => {
      const one = convert(entry, isCounted)
      return one && former !== undefined ? withoutPart(one, 'ids', `the response is that of ${former}`) : one
    }
    const exchange = converted(true)
    if (exchange === undefined) continue
    unseen.note(exchange)
    const about = { purpose: `entry ${entry.number} of ${name}: ${addressOf(exchange, target, redactor.text)}` }
    const again = (): Exchange | undefined => {
      const one = converted(false)
      return one && redactor.exchange(one)
    }
    yield { kind: 'exchange', exchange, about, entry: place, again, redact: redactor.text }
  }
  if (!survey.isWhole) {
    const last = survey.entries.length + survey.unreadable
    yield { kind: 'gap', gap: `${file} is cut off after entry ${last}: export it again` }
  }
  const lacking = notInRecording({ survey, unseen, missing: missing() })
  const named = names.told().map((line) => `; ${line}`)
  yield {
    kind: 'end',
    truncated: false,
    footer: frame.footer(`${name}${byWhom(survey)}: ${chosen.summary(unseen.unread())}${named.join('')}${lacking}`),
  }
}

/** Returns the URL of a request, with labels instead of keys. */
function addressOf({ request: { method, path } }: Exchange, target: string, redact: (text: string) => string): string {
  const whole = redact(`${method} ${target}${path}`)
  return visibleLine(whole.length > longestAddress ? `${whole.slice(0, longestAddress)}…` : whole)
}

const longestAddress = 200

type Entry = Chosen['entries'][number]

interface Converting extends Pick<HarReading, 'options' | 'operations'>, Pick<HarKeys, 'labelOf'> {
  readonly names: VendorNames
}

function converter(
  read: OpenRecording['entry'],
  { creator }: Survey,
  { began }: Chosen,
  { options, operations, labelOf, names }: Converting,
): (entry: Entry, isCounted: boolean) => Exchange | undefined {
  const { vocabulary } = options
  return (entry, isCounted) => {
    const json = read(entry)
    if (json === undefined) return undefined
    const { id, path, began: start, method, ours } = entry
    const area = operationFor(operations, method, recordedPath(path, vocabulary))?.area
    const [isVersioned, usual] = [area === 'messages', names.words(isCounted)]
    const words = { ...wordsFor(vocabulary, area), usual }
    const about = { id, path, startedAt: start - began, creator, labelOf, words, isVersioned }
    return toExchange(json, ours === undefined ? about : { ...about, ours })
  }
}

function operationFor(operations: readonly Operation[], method: string, path: string): Operation | undefined {
  const request = { method, path, headers: [], body: new Uint8Array() }
  return operations.find((operation) => operation.matches(request))
}

function byWhom({ creator }: Survey): string {
  return creator === '' ? '' : visibleLine(`, written by ${creator.slice(0, 60)}`)
}

/** The labels for the keys of recordings, and all secrets. */
interface HarKeys {
  readonly labelOf: LabelOf
  readonly secrets: readonly Secret[]
}

/** The maximum number of keys that are searched for in bodies. */
const mostKeys = 200

/**
 * Finds the valid keys: those that the user named or, if the recordings contain none of them, the one that the gateway
 * accepted most often. A placeholder is not a key unless the user named it, or a request was rejected with it that was
 * served with another. A key that the gateway never accepted is invalid if the user named a valid one that is there, if
 * a valid one is known and it was answered with 401, or if a request was rejected that was served with another key
 * (interpretation C5).
 */
export function keysIn(entries: readonly Surveyed[], named: readonly string[], pathOf: PathOf): HarKeys {
  const own = entries.filter((entry) => pathOf(entry) !== undefined)
  const count = (list: readonly Surveyed[]) => countsOf(list, (key) => named.includes(key) || !isPlaceholder(key))
  const served = count(own.filter(({ isServed }) => isServed))
  const all = count(entries)
  const isThere = named.some((key) => secretsOf(key).some(({ value }) => all.has(value)))
  const [most] = [...served].sort(([, one], [, other]) => other - one)
  const valid = isThere || most === undefined ? named : [most[0]]
  const suspects = isThere ? own : valid.length === 0 ? [] : own.filter(({ isDenied }) => isDenied)
  const accepted = countsOf(
    own.filter(({ isServed }) => isServed),
    () => true,
  )
  const rejected = [...count(suspects).keys(), ...keysRejectedAlone(own)].filter((key) => !accepted.has(key))
  const labelOf = labelsFor(valid, rejected)
  const known = [...new Set([...valid, ...named])].flatMap(hiddenOf)
  const others = [...all.keys()].slice(0, mostKeys).map((value) => ({ label: labelOf(value), value }))
  return { labelOf, secrets: [...known, ...others].sort((one, other) => other.value.length - one.value.length) }
}

/** Returns the keys with which a request was rejected that was served with another key. */
function keysRejectedAlone(entries: readonly Surveyed[]): readonly string[] {
  const served = new Map<string, Set<string>>()
  for (const { isServed, request, keys } of entries) {
    if (!isServed || request === undefined) continue
    const known = served.get(request) ?? new Set()
    served.set(request, known)
    for (const key of keys) known.add(key)
  }
  return entries.flatMap(({ mayRejectKey, request = '', keys }) =>
    mayRejectKey && [...(served.get(request) ?? [])].some((key) => !keys.includes(key)) ? keys : [],
  )
}

function countsOf(entries: readonly Surveyed[], isKey: (key: string) => boolean): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of entries.flatMap(({ keys }) => keys)) if (isKey(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
