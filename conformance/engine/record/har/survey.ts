import { closeSync, createReadStream } from 'node:fs'
import { type Members, membersOf } from '../../../../schemas/json.ts'
import { openFile } from '../../../core/files/open-file.ts'
import { header } from '../../../core/model/exchange.ts'
import { isSuccess } from '../../../core/model/observation.ts'
import type { Cassette } from '../cassette/read-cassette.ts'
import { type AsideReason, asideOf } from './aside.ts'
import { mayRejectKey, presentedKeys } from './credentials.ts'
import { digestOfRequest, type Fingerprint, fingerprintOf } from './fingerprint.ts'
import { asNumber, asText, headerLines, methodOf } from './har-json.ts'
import { type OwnMembers, readOwnMembers } from './ours.ts'
import { entryBytes, parseEntry } from './read-entry.ts'
import { type EntryPlace, startHarScan } from './scan.ts'

/** The facts about an entry that are kept until entries are chosen. */
export interface Surveyed {
  /** Its bytes in a HAR; absent in a cassette, which is read as a whole. */
  readonly place?: EntryPlace
  /** Its position in the file, from 1. */
  readonly number: number
  /** Milliseconds since 1970. If it was not recorded, the start of the previous entry, or 0. */
  readonly began: number
  /** The `Date` of the response, or else the time at which a cassette recorded it, in milliseconds since 1970. */
  readonly dated?: number
  readonly method: string
  /** The URL as it was written. */
  readonly url: string
  readonly keys: readonly string[]
  readonly isServed: boolean
  /** True if the status is 401. */
  readonly isDenied: boolean
  readonly mayRejectKey: boolean
  /** A digest that requests share if only their keys differ; absent in a recording of this suite. */
  readonly request?: string
  /** The reason why it is not judged if it is for the target. */
  readonly aside?: AsideReason
  readonly ours?: OwnMembers
  readonly fingerprint: Fingerprint
}

export interface Survey {
  readonly entries: readonly Surveyed[]
  readonly unreadable: number
  /** The program that wrote the recording, or an empty text. */
  readonly creator: string
  /** True if the file is complete. */
  readonly isWhole: boolean
  /** The reason why it is no valid HAR. */
  readonly problem?: string
}

/** Reads a HAR from beginning to end, one entry at a time. */
export async function surveyHar(path: string, signal: AbortSignal, complete: Completion): Promise<Survey> {
  const scan = startHarScan()
  const entries: Surveyed[] = []
  let unreadable = 0
  const file = openFile(path)
  try {
    const pieces = createReadStream(path, { highWaterMark: 1 << 20, fd: file, autoClose: false, start: 0 })
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      if (signal.aborted) break
      for (const place of scan.push(piece)) {
        const bytes = entryBytes(file, place)
        const json = parseEntry(bytes)
        const number = entries.length + unreadable + 1
        const entry = json && surveyed(json, { complete, number, before: entries.at(-1)?.began, bytes })
        if (entry === undefined) unreadable += 1
        else entries.push({ ...entry, place })
      }
    }
  } finally {
    closeSync(file)
  }
  const { frame, isWhole } = scan.end()
  return { entries, unreadable, isWhole, ...readFrame(frame, isWhole) }
}

export function surveyCassette({ recorder, entries: list }: Cassette, complete: Completion): Survey {
  const entries: Surveyed[] = []
  for (const [index, json] of list.entries()) {
    const before = entries.at(-1)?.began
    const entry = surveyed(json, { complete, number: index + 1, before, bytes: JSON.stringify(json) })
    // Copied, since the texts of the parser are substrings of the whole file.
    if (entry !== undefined) entries.push(structuredClone(entry))
  }
  return { entries, unreadable: list.length - entries.length, creator: recorder, isWhole: true }
}

/** Adds the parts of an entry that are written in another form or in another file. */
export type Completion = (entry: Members) => Members

interface Surroundings {
  readonly complete: Completion
  readonly number: number
  /** The start of the previous entry. */
  readonly before: number | undefined
  /** The entry as it was written. */
  readonly bytes: Uint8Array | string | undefined
}

function surveyed(written: Members, { complete, number, before, bytes }: Surroundings): Surveyed | undefined {
  const ours = readOwnMembers(written)
  const entry = ours === undefined ? complete(written) : written
  const [request, response] = [membersOf(entry['request']), membersOf(entry['response'])]
  const url = asText(request['url'])
  if (bytes === undefined || url === undefined) return undefined
  const aside = ours === undefined ? asideOf(entry) : undefined
  const status = asNumber(response['status'])
  const recorded = momentIn(entry['_recordedAt'])
  const dated = momentIn(header(headerLines(response['headers']), 'date')) ?? recorded
  const start = momentIn(entry['startedDateTime'])
  return {
    number,
    url,
    began: start ?? before ?? 0,
    ...(dated === undefined ? {} : { dated }),
    method: methodOf(request['method']),
    keys: presentedKeys({ path: ours?.path ?? url.split('#')[0]!, headers: headerLines(request['headers']) }),
    isServed: isSuccess(status),
    isDenied: status === 401,
    mayRejectKey: mayRejectKey(status),
    ...(ours === undefined ? { request: digestOfRequest(request) } : {}),
    aside,
    ours,
    fingerprint: fingerprintOf(entry, { bytes, isOurs: ours !== undefined, moment: start ?? recorded }),
  }
}

function momentIn(value: unknown): number | undefined {
  const moment = Date.parse(asText(value) ?? '')
  return Number.isFinite(moment) ? moment : undefined
}

function readFrame(frame: string, isWhole: boolean): Pick<Survey, 'creator' | 'problem'> {
  if (!isWhole) return { creator: creatorIn(/"creator"\s*:\s*(\{[^{}]*\})/.exec(frame)?.[1] ?? '') }
  try {
    const log = membersOf(membersOf(JSON.parse(frame.replace(/^\ufeff/, '')))['log'])
    const isHar = Array.isArray(log['entries'])
    return {
      creator: asText(membersOf(log['creator'])['name']) ?? '',
      ...(isHar ? {} : { problem: 'it has no list log.entries' }),
    }
  } catch {
    return { creator: '', problem: 'around its entries it is not JSON' }
  }
}

function creatorIn(json: string): string {
  try {
    return asText(membersOf(JSON.parse(json))['name']) ?? ''
  } catch {
    return ''
  }
}
