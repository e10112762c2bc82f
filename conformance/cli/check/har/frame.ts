import type { EvidenceFooter, EvidenceHeader } from '../../../evidence/frame.ts'
import { areas } from '../../../model/vocabulary.ts'
import { toolIdentity } from '../../version.ts'
import type { Chosen } from './choose-entries.ts'
import type { HarOptions } from './options.ts'

/** What stands around the exchanges of a HAR where it is read as evidence: there was no plan, and no seed. */
export function harFrame(
  target: string,
  { entries, began }: Chosen,
  { vocabulary, unsupported }: HarOptions,
): { readonly header: EvidenceHeader; readonly footer: (limit: string) => EvidenceFooter } {
  return {
    header: {
      formatVersion: 1,
      tool: toolIdentity(),
      target: { url: target, embedded: false },
      ...{ seed: 0, profile: 'standard', strict: false },
      startedAt: new Date(began).toISOString(),
      selection: { areas, requirements: [], unsupported },
      aims: null,
      limits: [],
      ...(Object.keys(vocabulary).length === 0 ? {} : { vocabulary }),
    },
    footer: (limit) => ({
      count: entries.length,
      durationMs: (entries.at(-1)?.began ?? began) - began,
      limits: [limit],
      ...{ halted: null, gap: null, intermittent: [], shrunk: [] },
    }),
  }
}
