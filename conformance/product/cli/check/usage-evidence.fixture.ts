import { exchangeWith, jsonResponse } from '../../../core/model/exchange.fixture.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import { areas } from '../../../core/model/vocabulary.ts'
import type { EvidenceHeader } from '../../../engine/record/evidence/frame.ts'
import { createEvidenceStore } from '../../../engine/record/evidence/store.ts'

/** The header of a run with no limits except its profile. */
export const header: EvidenceHeader = {
  formatVersion: 3,
  tool: { name: 'model-gateway-conformance', version: '0.0.0' },
  target: { url: 'http://gateway.test', embedded: false },
  seed: 1,
  profile: 'smoke',
  strict: false,
  startedAt: '2026-01-02T03:04:05.000Z',
  selection: { areas, requirements: [], unsupported: [] },
  aims: null,
  limits: [],
}
const token = {
  code: true,
  message: 'ok',
  data: {
    object: 'token_usage',
    name: 'n',
    total_granted: 3,
    total_used: 1,
    total_available: 2,
    unlimited_quota: false,
    model_limits: {},
    model_limits_enabled: false,
    expires_at: 0,
  },
}

/** Returns a plain request for token usage, and a valid reply with changes to `data`. */
export function usage(id: string, data: object): Exchange {
  return exchangeWith({
    id,
    request: { path: '/api/usage/token', headers: [['authorization', 'Bearer «key:valid»']] },
    response: jsonResponse({ ...token, data: { ...token.data, ...data } }),
  })
}

export function writeEvidence(
  file: string,
  exchanges: readonly Exchange[],
  part: Partial<EvidenceHeader> = {},
): string {
  const store = createEvidenceStore(file, { ...header, ...part })
  for (const exchange of exchanges) store.add(exchange)
  store.finish({ durationMs: 5, limits: [], halted: null, gap: null, intermittent: [], shrunk: [] })
  return file
}
