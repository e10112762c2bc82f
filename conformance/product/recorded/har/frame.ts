import { toolIdentity } from '../../../core/files/tool-identity.ts'
import { areas } from '../../../core/model/vocabulary.ts'
import type { EvidenceFooter, EvidenceHeader, Vocabulary } from '../../../engine/record/evidence/frame.ts'
import type { Vendor } from '../../../engine/record/har/vendors.ts'
import { leftOutForForms } from '../../config/vocabulary.ts'
import type { Chosen } from './choose-entries.ts'

/** The settings of the target of a HAR. */
export interface HarOptions {
  /** The base URL; by default it is taken from the HAR. */
  readonly target: string | undefined
  readonly keys: readonly string[]
  readonly vocabulary: Vocabulary
  readonly unsupported: readonly string[]
  /** The vendors whose usual paths are read as those of the specification. Their header names are in `vocabulary`. */
  readonly vendors: readonly Vendor[]
  /** The vendors whose usual header names are read in requests without those of the specification. */
  readonly recognised: readonly Vendor[]
  /** Patterns of text that is masked everywhere. */
  readonly masks: readonly string[]
}

/** Returns the header and footer of a HAR as evidence. It has no plan and no seed. */
export function evidenceFrame(
  target: string,
  { entries, began, startedAt }: Chosen,
  { vocabulary, unsupported }: HarOptions,
): { readonly header: EvidenceHeader; readonly footer: (limit: string) => EvidenceFooter } {
  const skip = leftOutForForms(vocabulary, areas)
  return {
    header: {
      formatVersion: 3,
      tool: toolIdentity(),
      target: { url: target, embedded: false },
      seed: 0,
      profile: 'standard',
      strict: false,
      startedAt: new Date(Number.isFinite(startedAt) ? startedAt : began).toISOString(),
      selection: { areas, requirements: [], unsupported, ...(skip.length === 0 ? {} : { skip }) },
      aims: null,
      limits: [],
      ...(Object.keys(vocabulary).length === 0 ? {} : { vocabulary }),
    },
    footer: (limit) => ({
      count: entries.length,
      durationMs: (entries.at(-1)?.began ?? began) - began,
      limits: [{ kind: 'other', text: limit }],
      halted: null,
      gap: null,
      intermittent: [],
      shrunk: [],
    }),
  }
}
