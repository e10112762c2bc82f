import { closeSync, openSync } from 'node:fs'
import { basename } from 'node:path'
import { visibleLine } from '../../../reports/visible.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Operation } from '../../model/operation.ts'
import { UsageError } from '../../model/usage-error.ts'
import { hiddenOf, type Secret, secretsOf } from '../../record/client/keys.ts'
import { wordsFor } from '../../record/client/names.ts'
import { recordedPath } from '../../record/client/recorded.ts'
import type { EvidenceFooter, EvidenceHeader } from '../../record/evidence/frame.ts'
import type { About } from '../../record/evidence/line.ts'
import { createRedactor } from '../../record/evidence/redact.ts'
import { type Attachments, attachmentsOf } from '../../record/har/attached.ts'
import { type LabelOf, labelsFor } from '../../record/har/credentials.ts'
import { entryBytes, parseEntry } from '../../record/har/read-entry.ts'
import { type Survey, type Surveyed, surveyHar } from '../../record/har/survey.ts'
import { gatewaysIn, type IsKnown } from '../../record/har/target.ts'
import { toExchange } from '../../record/har/to-exchange.ts'
import { isZip, type Unpacked, unpackHar } from '../../record/har/unpack.ts'
import { type Chosen, chooseEntries } from './choose-entries.ts'
import { evidenceFrame, type HarOptions } from './frame.ts'
import { pathsBelow } from './paths-below.ts'

/** An item of a HAR, in the form of evidence. */
export type HarItem =
  | { readonly kind: 'header'; readonly header: EvidenceHeader }
  | {
      readonly kind: 'exchange'
      /** The exchange without the credentials of its request. */
      readonly exchange: Exchange
      readonly about: About
      /** Reads it again for reports, with labels instead of all keys. */
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

/** Reads HARs. */
export interface HarReader {
  /** Reads a HAR as evidence. An entry that several HARs hold is returned once. */
  read(file: string): AsyncGenerator<HarItem>
  /** Removes unpacked files, after which nothing can be read again. */
  close(): void
}

export function startHarReading({ options, operations, signal }: HarReading): HarReader {
  const met = new Set<string>()
  const unpacked: Unpacked[] = []
  const { vocabulary } = options
  const areaOf = (method: string, path: string) =>
    operationFor(operations, method, recordedPath(path, vocabulary))?.area
  const isKnown: IsKnown = (method, path) => areaOf(method, path) !== undefined
  const placeOf = async (file: string): Promise<string> => {
    if (!isZip(file)) return file
    const one = await unpackHar(file)
    unpacked.push(one)
    return one.har
  }
  const read = async function* (file: string): AsyncGenerator<HarItem> {
    const place = await placeOf(file)
    const attached = attachmentsOf(place)
    const survey = await surveyHar(place, signal, attached)
    if (signal.aborted) return
    assertHar(file, survey)
    const target = options.target ?? chooseTarget(file, survey, isKnown)
    const pathOf = pathsBelow({ target, vocabulary, areaOf })
    if (!survey.entries.some((entry) => pathOf(entry) !== undefined)) throw noneBelow(file, survey, target)
    const chosen = chooseEntries(survey, { pathOf, isKnown, met })
    yield { kind: 'header', header: evidenceFrame(target, chosen, options).header }
    const { labelOf, secrets } = keysIn(survey.entries, options.keys)
    const redactor = createRedactor(secrets, options.masks)
    const convert = converter(place, survey, chosen, { options, operations, labelOf, attached })
    for (const entry of chosen.entries) {
      const exchange = convert(entry)
      if (exchange === undefined) continue
      const about = {
        purpose: `entry ${entry.number} of ${basename(file)}: ${addressOf(exchange, target)}`,
      }
      const again = (): Exchange | undefined => {
        const read = convert(entry)
        return read && redactor.exchange(read)
      }
      yield { kind: 'exchange', exchange, about, again, redact: redactor.text }
    }
    if (!survey.isWhole)
      yield {
        kind: 'gap',
        gap: `${file} is cut off after entry ${survey.entries.length + survey.unreadable}: export it again`,
      }
    yield {
      kind: 'end',
      truncated: false,
      footer: evidenceFrame(target, chosen, options).footer(
        `${basename(file)}${byWhom(survey)}: ${chosen.summary}${lackingInWords(attached)}`,
      ),
    }
  }
  return {
    read,
    close: () => {
      for (const one of unpacked.splice(0)) one.remove()
    },
  }
}

/** Returns the URL of a request, with labels instead of keys. */
function addressOf({ request: { method, path } }: Exchange, target: string): string {
  const whole = `${method} ${target}${path}`
  return visibleLine(whole.length > longestAddress ? `${whole.slice(0, longestAddress)}…` : whole)
}

const longestAddress = 200

function lackingInWords(attached: Attachments): string {
  const [first, ...others] = attached.missing()
  if (first === undefined) return ''
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return visibleLine(
    `; bodies are in files that are not beside it (${first.slice(0, 80)}${more}): keep them in its folder, or record with the bodies embedded`,
  )
}

type Entry = Chosen['entries'][number]

interface Converting extends Pick<HarReading, 'options' | 'operations'>, Pick<HarKeys, 'labelOf'> {
  readonly attached: Attachments
}

function converter(
  file: string,
  { creator }: Survey,
  { began }: Chosen,
  { options, operations, labelOf, attached }: Converting,
): (entry: Entry) => Exchange | undefined {
  const { vocabulary } = options
  return ({ place, id, path, began: start, method, ours }) => {
    const open = openSync(file, 'r')
    try {
      const json = parseEntry(entryBytes(open, place))
      if (json === undefined) return undefined
      const area = operationFor(operations, method, recordedPath(path, vocabulary))?.area
      const [isVersioned, words] = [area === 'messages', wordsFor(vocabulary, area)]
      const about = { id, path, startedAt: start - began, creator, labelOf, words, isVersioned }
      return toExchange(attached.embedded(json), ours === undefined ? about : { ...about, ours })
    } finally {
      closeSync(open)
    }
  }
}

function operationFor(operations: readonly Operation[], method: string, path: string): Operation | undefined {
  const request = { method, path, headers: [], body: new Uint8Array() }
  return operations.find((operation) => operation.matches(request))
}

function assertHar(file: string, { entries, unreadable, isWhole, problem }: Survey): void {
  const reject = (why: string): never => {
    throw new UsageError(visibleLine(`${file} ${why}; export the traffic as HAR 1.2 again`))
  }
  if (problem !== undefined) reject(`is no HAR: ${problem}`)
  if (entries.length > 0) return
  if (!isWhole) reject('is cut off before its first entry ends')
  reject(unreadable === 0 ? 'is a HAR without entries' : `is a HAR of which no entry can be read`)
}

function noneBelow(file: string, survey: Survey, target: string): UsageError {
  return new UsageError(
    visibleLine(`no entry of ${file} is below the target ${target}${hostsIn(survey)}; name it with --target URL`),
  )
}

function byWhom({ creator }: Survey): string {
  return creator === '' ? '' : visibleLine(`, written by ${creator.slice(0, 60)}`)
}

/** Returns the base URL of the gateway in a HAR, if there is only one candidate. */
function chooseTarget(file: string, survey: Survey, isKnown: IsKnown): string {
  const [first, ...others] = gatewaysIn(survey.entries, isKnown)
  if (first === undefined)
    throw new UsageError(
      visibleLine(
        `no entry of ${file} is a request to an operation of the specification${hostsIn(survey)}; name the gateway with --target URL if it is among them`,
      ),
    )
  if (others.length === 0) return first[0]
  const listed = [first, ...others].slice(0, 5).map(([base, count]) => `${base} (${count})`)
  const more = others.length > 4 ? ' and others' : ''
  throw new UsageError(
    visibleLine(`${file} has entries of ${listed.join(', ')}${more}; name the gateway with --target URL`),
  )
}

/** Lists the hosts of a HAR, those with most entries first, as the rest of a sentence. */
function hostsIn({ entries }: Survey): string {
  const counts = new Map<string, number>()
  for (const { url } of entries) {
    const host = URL.canParse(url) ? new URL(url).origin : 'elsewhere'
    counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, 4)
  const listed = most.map(([host, count]) => `${host} (${count})`).join(', ')
  return listed === '' ? '' : `: its entries are of ${listed}${counts.size > 4 ? ' and others' : ''}`
}

/** The labels for the keys of a HAR, and all secrets. */
interface HarKeys {
  readonly labelOf: LabelOf
  readonly secrets: readonly Secret[]
}

/** The most keys that are searched for in bodies. */
const mostKeys = 200

/**
 * Finds the valid keys: those that the user named or, if the HAR has none of them, the one that was accepted most
 * often.
 */
export function keysIn(entries: readonly Surveyed[], named: readonly string[]): HarKeys {
  const served = countsOf(entries.filter(({ isServed }) => isServed))
  const all = countsOf(entries)
  const isThere = named.some((key) => secretsOf(key).some(({ value }) => all.has(value)))
  const [most] = [...served].sort(([, one], [, other]) => other - one)
  const valid = isThere || most === undefined ? named : [most[0]]
  const labelOf = labelsFor(valid)
  const known = [...new Set([...valid, ...named])].flatMap(hiddenOf)
  const others = [...all.keys()].slice(0, mostKeys).map((value) => ({ label: labelOf(value), value }))
  return { labelOf, secrets: [...known, ...others].sort((one, other) => other.value.length - one.value.length) }
}

function countsOf(entries: readonly Surveyed[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of entries.flatMap(({ keys }) => keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
