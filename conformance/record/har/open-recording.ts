import { closeSync, openSync } from 'node:fs'
import { type Cassette, readCassette, syntaxOf } from '../cassette/read-cassette.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { attachmentsOf } from './attached.ts'
import { withPiecesJoined } from './polly.ts'
import { entryBytes, parseEntry } from './read-entry.ts'
import { type Completion, type Survey, type Surveyed, surveyCassette, surveyHar } from './survey.ts'

/** A HAR or a cassette whose entries are read one by one. */
export interface OpenRecording {
  readonly survey: Survey
  /** Reads an entry, in the form of a HAR. */
  entry(one: Pick<Surveyed, 'place' | 'number'>): JsonObject | undefined
  /** Returns the names of files with bodies that are missing. */
  missing(): readonly string[]
}

/** Opens a HAR or a cassette, and completes each entry of other programs. Returns the reason why a cassette is rejected, if so. */
export async function openRecording(
  file: string,
  signal: AbortSignal,
  complete: Completion,
): Promise<OpenRecording | { readonly problem: string }> {
  return syntaxOf(file) === undefined ? openHar(file, signal, complete) : openCassette(file, complete)
}

async function openHar(file: string, signal: AbortSignal, further: Completion): Promise<OpenRecording> {
  const attached = attachmentsOf(file)
  const complete = (entry: JsonObject) => further(attached.embedded(withPiecesJoined(entry)))
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

function parsedAt(file: string, place: NonNullable<Surveyed['place']>): JsonObject | undefined {
  const open = openSync(file, 'r')
  try {
    return parseEntry(entryBytes(open, place))
  } finally {
    closeSync(open)
  }
}

/** Keeps a cassette while memory lasts, and otherwise reads it again. */
function openCassette(file: string, complete: Completion): OpenRecording | { readonly problem: string } {
  const first = readCassette(file)
  if ('problem' in first) return first
  let kept = new WeakRef<Cassette>(first)
  const entries = (): readonly JsonObject[] => {
    const found = kept.deref()
    if (found !== undefined) return found.entries
    const again = readCassette(file)
    if ('problem' in again) return []
    kept = new WeakRef(again)
    return again.entries
  }
  return {
    survey: surveyCassette(first, complete),
    missing: () => [],
    entry: ({ number }) => {
      const entry = entries()[number - 1]
      return entry && complete(entry)
    },
  }
}
