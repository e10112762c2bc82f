import { closeSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Members, membersOf } from '../../../../schemas/json.ts'
import { pathInFolder } from '../../../core/files/file-names.ts'
import { openFile, readFile } from '../../../core/files/open-file.ts'
import { readCassette, syntaxOf } from '../cassette/read-cassette.ts'
import { asText, headerLines } from './har-json.ts'
import { entryBytes, parseEntry } from './read-entry.ts'
import { type Completion, type Survey, type Surveyed, surveyCassette, surveyHar } from './survey.ts'

/** A HAR or a cassette whose entries are read one by one. */
export interface OpenRecording {
  readonly survey: Survey
  /** Reads an entry in the form of a HAR. */
  entry(one: Pick<Surveyed, 'place' | 'number'>): Members | undefined
  /** Returns the names of missing files with bodies. */
  missing(): readonly string[]
}

/**
 * Opens a HAR or a cassette, and completes each entry of other programs. If a cassette is rejected, returns the reason.
 */
export async function openRecording(
  file: string,
  signal: AbortSignal,
  complete: Completion,
): Promise<OpenRecording | { readonly problem: string }> {
  return syntaxOf(file) === undefined ? openHar(file, signal, complete) : openCassette(file, complete)
}

async function openHar(file: string, signal: AbortSignal, further: Completion): Promise<OpenRecording> {
  const attached = attachmentsOf(file)
  const complete = (entry: Members) => further(attached.embedded(withPiecesJoined(entry)))
  const survey = await surveyHar(file, signal, complete)
  return {
    survey,
    missing: attached.missing,
    entry: ({ place }) => {
      const json = place && parsedAt(file, place)
      return json && complete(json)
    },
  }
}

function parsedAt(file: string, place: NonNullable<Surveyed['place']>): Members | undefined {
  const open = openFile(file)
  try {
    return parseEntry(entryBytes(open, place))
  } finally {
    closeSync(open)
  }
}

/**
 * The cassette that was read last. Only one is kept, so that a folder needs the memory of one. A WeakRef would keep all
 * of them until the current task ends.
 */
let latest: { readonly file: string; readonly cassette: ReturnType<typeof readCassette> } | undefined

function cassetteAt(file: string): ReturnType<typeof readCassette> {
  if (latest?.file !== file) latest = { file, cassette: readCassette(file) }
  return latest.cassette
}

function openCassette(file: string, further: Completion): OpenRecording | { readonly problem: string } {
  // The file may have changed since it was last opened.
  latest = undefined
  const first = cassetteAt(file)
  if ('problem' in first) return first
  const complete = (entry: Members) => further(withPiecesJoined(entry))
  return {
    survey: surveyCassette(first, complete),
    missing: () => [],
    entry: ({ number }) => {
      const cassette = cassetteAt(file)
      const entry = 'problem' in cassette ? undefined : cassette.entries[number - 1]
      return entry && complete(entry)
    },
  }
}

/** The most bytes of a body in a separate file. */
const longestBody = 64 * 1024 * 1024

/** Bodies in files next to the HAR, as Playwright's mode `attach` writes them. */
interface Attachments {
  /** Inserts the bodies into an entry. A missing file counts as a body that was not recorded. */
  embedded(entry: Members): Members
  /** Returns the names of files that are missing or unreadable. */
  missing(): readonly string[]
}

/** Reads files next to a HAR. Ignores names that lead outside of the folder, since a HAR is not trusted. */
export function attachmentsOf(har: string): Attachments {
  const folder = dirname(har)
  const missing = new Set<string>()
  const embed = (holder: Members): Members => {
    const name = asText(holder['_file'])
    if (name === undefined || asText(holder['text'])) return holder
    const bytes = bytesBeside(folder, name)
    if (bytes === undefined) missing.add(name)
    return bytes === undefined ? holder : { ...holder, text: bytes.toString('base64'), encoding: 'base64' }
  }
  return {
    missing: () => [...missing],
    embedded: (entry) => {
      const [request, response] = [membersOf(entry['request']), membersOf(entry['response'])]
      const [post, content] = [membersOf(request['postData']), membersOf(response['content'])]
      const [sent, received] = [embed(post), embed(content)]
      if (sent === post && received === content) return entry
      return {
        ...entry,
        request: sent === post ? request : { ...request, postData: sent },
        response: received === content ? response : { ...response, content: received },
      }
    },
  }
}

function bytesBeside(folder: string, name: string): Buffer | undefined {
  const path = pathInFolder(folder, name)
  if (path === undefined) return undefined
  try {
    const file = realpathSync(path)
    const facts = statSync(file)
    if (dirname(file) !== realpathSync(folder) || !facts.isFile() || facts.size > longestBody) return undefined
    return readFile(file)
  } catch {
    return undefined
  }
}

/**
 * Joins the pieces of an encoded body. The Node adapter of Polly.JS writes them as a JSON list of base64 texts, earlier
 * versions as hexadecimal ones. Their size is that of the list, so it is dropped.
 */
export function withPiecesJoined(entry: Members): Members {
  const response = membersOf(entry['response'])
  const content = membersOf(response['content'])
  const text = asText(content['text'])?.trim() ?? ''
  const isBase64 = content['encoding'] === 'base64'
  const isEncoded = headerLines(response['headers']).some(([name]) => name.toLowerCase() === 'content-encoding')
  const pieces = text.startsWith('[') && (isBase64 || isEncoded) ? piecesIn(text) : undefined
  if (pieces === undefined) return entry
  const bytes = joined(pieces, isBase64)
  if (bytes === undefined) return entry
  const { size: _, ...rest } = content
  return {
    ...entry,
    response: { ...response, content: { ...rest, text: bytes.toString('base64'), encoding: 'base64' } },
  }
}

function piecesIn(text: string): readonly string[] | undefined {
  try {
    const list = JSON.parse(text) as unknown
    const isTexts = Array.isArray(list) && list.length > 0 && list.every((piece) => typeof piece === 'string')
    return isTexts ? (list as readonly string[]) : undefined
  } catch {
    return undefined
  }
}

function joined(pieces: readonly string[], isBase64: boolean): Buffer | undefined {
  const isHex = pieces.every((piece) => /^([0-9a-f]{2})+$/i.test(piece))
  if (!isBase64) return isHex ? Buffer.from(pieces.join(''), 'hex') : undefined
  const areBase64 = pieces.every((piece) => /^[A-Za-z0-9+/]*={0,2}$/.test(piece))
  return areBase64 ? Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))) : undefined
}
