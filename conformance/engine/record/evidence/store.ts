import { closeSync, readSync } from 'node:fs'
import { openFile } from '../../../core/files/open-file.ts'
import { createFile, type WriteBytes } from '../../../core/files/write-file.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import { type Pack, packedAhead } from './body-codec.ts'
import type { EvidenceFooter, EvidenceHeader } from './frame.ts'
import { type ExchangePurpose, encodeFooter, encodeHeader, encodeInPieces } from './line.ts'
import { decodeInPieces } from './line-in-pieces.ts'

/** The position of a line in its file, including its line break. */
export interface LinePosition {
  readonly offset: number
  readonly length: number
}

/** An evidence file that is being written. Exchanges are written immediately and not kept in memory. */
export interface EvidenceStore {
  add(exchange: Exchange, about?: ExchangePurpose): void
  /**
   * Adds an exchange, but first compresses its large upload in another thread. Other exchanges may be added before it.
   */
  addAside(exchange: Exchange, about?: ExchangePurpose): Promise<void>
  read(id: string): Exchange | undefined
  about(id: string): ExchangePurpose
  readonly count: number
  /** Writes the footer and closes the file. It can still be read afterwards. */
  finish(rest: Omit<EvidenceFooter, 'count'>): void
}

/** Starts an evidence file and replaces an existing one. `write` is for tests of a full disk. */
export function createEvidenceStore(path: string, header: EvidenceHeader, write?: WriteBytes): EvidenceStore {
  const file = createFile(path, write)
  const places = new Map<string, LinePosition>()
  const abouts = new Map<string, ExchangePurpose>()
  let end = 0
  let count = 0
  const append = (pieces: Iterable<string | Uint8Array>): LinePosition => {
    const offset = end
    for (const piece of pieces) end += file.write(piece)
    return { offset, length: end - offset }
  }
  append([`${encodeHeader(header)}\n`])
  const add = (exchange: Exchange, about: ExchangePurpose = {}, pack?: Pack): void => {
    places.set(exchange.id, append(encodeInPieces(exchange, about, pack)))
    abouts.set(exchange.id, about)
    count += 1
  }
  return {
    add: (exchange, about) => add(exchange, about),
    addAside: async (exchange, about) => add(exchange, about, await packedAhead(exchange.request.body)),
    read: (id) => readAt(path, places.get(id)),
    about: (id) => abouts.get(id) ?? {},
    get count() {
      return count
    },
    finish(rest) {
      append([`${encodeFooter({ count, ...rest })}\n`])
      file.close()
    },
  }
}

export function readAt(path: string, place: LinePosition | undefined): Exchange | undefined {
  if (place === undefined) return undefined
  const bytes = Buffer.alloc(place.length)
  const file = openFile(path)
  try {
    readSync(file, bytes, 0, place.length, place.offset)
  } finally {
    closeSync(file)
  }
  const line = decodeInPieces(bytes)
  return line.kind === 'exchange' ? line.exchange : undefined
}
