import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Exchange, facets } from '../../core/model/exchange.ts'
import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import { startRotation } from './judging.ts'

const header: EvidenceHeader = {
  formatVersion: 3,
  tool: { name: 'mgi', version: '0' },
  target: { url: 'http://h', embedded: false },
  seed: 0,
  profile: 'standard',
  strict: false,
  startedAt: '2026-01-01T00:00:00Z',
  aims: null,
  limits: [],
  selection: { areas: [], requirements: [], unsupported: [] },
}

function exchange(id: string): Exchange {
  const request = { method: 'GET', path: '/', headers: [], body: new Uint8Array(3_000) }
  return {
    id,
    source: 'proxy',
    captured: facets,
    startedAt: 0,
    durationMs: 1,
    request,
    response: null,
    ended: 'complete',
  }
}

test('the latest two files are kept and can be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rotation-'))
  const rotation = startRotation(folder, 10_000, () => header)
  for (let number = 1; number <= 8; number += 1) rotation.add(exchange(`p-${number}`), { purpose: `number ${number}` })
  expect(readdirSync(folder)).toHaveLength(2)
  expect(rotation.read('p-1')).toBeUndefined()
  expect(rotation.read('p-8')?.id).toBe('p-8')
  expect(rotation.about('p-8')).toEqual({ purpose: 'number 8' })
  rotation.close()
  rmSync(folder, { recursive: true })
})
