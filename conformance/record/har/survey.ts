import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync } from 'node:fs'
import { isSuccess } from '../../model/observation.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { type AsideReason, asideOf } from './aside.ts'
import type { Attachments } from './attached.ts'
import { presentedKeys } from './credentials.ts'
import { asNumber, asObject, asText, headerLines, methodOf } from './har-json.ts'
import { type Ours, readOurs } from './ours.ts'
import { entryBytes, parseEntry } from './read-entry.ts'
import { type EntryPlace, startHarScan } from './scan.ts'

/** The facts about an entry that are remembered before it is chosen. */
export interface Surveyed {
  readonly place: EntryPlace
  /** Its position in the file, from 1 on. */
  readonly number: number
  /** Milliseconds since 1970; if unreadable, the beginning of the previous entry. */
  readonly began: number
  readonly method: string
  /** As it was written. */
  readonly url: string
  readonly keys: readonly string[]
  readonly isServed: boolean
  /** The reason why it is not judged, if it is addressed to the target. */
  readonly aside?: AsideReason
  readonly ours?: Ours
  /** Equal for the same entry in another file. */
  readonly digest: string
}

export interface Survey {
  readonly entries: readonly Surveyed[]
  /** The number of unreadable entries. */
  readonly unreadable: number
  /** The program that wrote it, or an empty text. */
  readonly creator: string
  /** It is complete. */
  readonly isWhole: boolean
  /** The reason why it is no valid HAR. */
  readonly problem?: string
}

/** Reads a HAR from its beginning to its end, an entry at a time. */
export async function surveyHar(path: string, signal: AbortSignal, attached: Attachments): Promise<Survey> {
  const scan = startHarScan()
  const entries: Surveyed[] = []
  let unreadable = 0
  const file = openSync(path, 'r')
  try {
    const pieces = createReadStream(path, { highWaterMark: 1 << 20, fd: file, autoClose: false, start: 0 })
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      if (signal.aborted) break
      for (const place of scan.push(piece)) {
        const entry = surveyed(
          entryBytes(file, place),
          attached,
          place,
          entries.length + unreadable + 1,
          entries.at(-1)?.began,
        )
        if (entry === undefined) unreadable += 1
        else entries.push(entry)
      }
    }
  } finally {
    closeSync(file)
  }
  const { frame, isWhole } = scan.end()
  return { entries, unreadable, isWhole, ...readFrame(frame, isWhole) }
}

function surveyed(
  bytes: Buffer | undefined,
  attached: Attachments,
  place: EntryPlace,
  number: number,
  before: number | undefined,
): Surveyed | undefined {
  const entry = parseEntry(bytes)
  const request = asObject(entry?.['request'])
  const url = asText(request['url'])
  if (bytes === undefined || entry === undefined || url === undefined) return undefined
  const ours = readOurs(entry)
  const aside = ours === undefined ? asideOf(attached.embedded(entry)) : undefined
  return {
    ...{ place, number, url },
    began: momentOf(entry) ?? before ?? 0,
    method: methodOf(request['method']),
    keys: presentedKeys({ path: ours?.path ?? url.split('#')[0]!, headers: headerLines(request['headers']) }),
    isServed: isSuccess(asNumber(asObject(entry['response'])['status'])),
    ...(aside === undefined ? {} : { aside }),
    ...(ours === undefined ? {} : { ours }),
    digest: createHash('sha256').update(bytes).digest('base64'),
  }
}

function momentOf(entry: JsonObject): number | undefined {
  const moment = Date.parse(asText(entry['startedDateTime']) ?? '')
  return Number.isFinite(moment) ? moment : undefined
}

function readFrame(frame: string, isWhole: boolean): Pick<Survey, 'creator' | 'problem'> {
  if (!isWhole) return { creator: creatorIn(/"creator"\s*:\s*(\{[^{}]*\})/.exec(frame)?.[1] ?? '') }
  try {
    const log = asObject(asObject(JSON.parse(frame.replace(/^\ufeff/, '')))['log'])
    const isHar = Array.isArray(log['entries'])
    return {
      creator: asText(asObject(log['creator'])['name']) ?? '',
      ...(isHar ? {} : { problem: 'it has no list log.entries' }),
    }
  } catch {
    return { creator: '', problem: 'around its entries it is not JSON' }
  }
}

function creatorIn(json: string): string {
  try {
    return asText(asObject(JSON.parse(json))['name']) ?? ''
  } catch {
    return ''
  }
}
