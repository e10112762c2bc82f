import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from '../../core/model/exchange.ts'
import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import type { ExchangePurpose } from '../../engine/record/evidence/line.ts'
import { createEvidenceStore, type EvidenceStore } from '../../engine/record/evidence/store.ts'

/** Rotating evidence files: one is written, the previous one can still be read, and older ones are deleted. */
export interface Rotation {
  add(exchange: Exchange, about: ExchangePurpose): void
  read(id: string): Exchange | undefined
  about(id: string): ExchangePurpose
  close(): void
}

interface Turn {
  readonly store: EvidenceStore
  readonly file: string
  readonly began: number
  bytes: number
}

/** Starts writing `exchanges.ndjson` in a folder. When it is full, `exchanges-2.ndjson` follows, and so on. */
export function startRotation(folder: string, maxFileBytes: number, header: () => EvidenceHeader): Rotation {
  let number = 0
  const begin = (): Turn => {
    number += 1
    const file = join(folder, number === 1 ? 'exchanges.ndjson' : `exchanges-${number}.ndjson`)
    return { store: createEvidenceStore(file, header()), file, began: performance.now(), bytes: 0 }
  }
  const turns = [begin()]
  return {
    add: (exchange, about) => {
      let turn = turns.at(-1)!
      if (turn.bytes >= maxFileBytes) {
        end(turn)
        turn = begin()
        turns.push(turn)
        if (turns.length > 2) rmSync(turns.shift()!.file, { force: true })
      }
      turn.store.add(exchange, about)
      turn.bytes += sizeOf(exchange)
    },
    read: (id) => turns.map(({ store }) => store.read(id)).find((found) => found !== undefined),
    about: (id) => turns.map(({ store }) => store.about(id)).find(({ purpose }) => purpose !== undefined) ?? {},
    close: () => end(turns.at(-1)!),
  }
}

function end({ store, began }: Turn): void {
  store.finish({
    durationMs: performance.now() - began,
    ...{ limits: [], halted: null, gap: null, intermittent: [], shrunk: [] },
  })
}

/** Estimates the size of an exchange on disk. */
function sizeOf({ request, response }: Exchange): number {
  const received = response?.chunks.reduce((sum, { bytes }) => sum + bytes.length, 0) ?? 0
  return 2_000 + Math.ceil(((request.body.length + received) * 4) / 3)
}
