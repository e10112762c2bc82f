import { toolIdentity } from '../../core/files/tool-identity.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import type { RunOptions } from '../config/run-options.ts'
import { limitsOf } from '../config/selection.ts'
import { catalogueFacts } from '../recorded/added-requirements.ts'
import type { Target } from './target/target.ts'

/** Returns the first line of the evidence of a run. */
export function evidenceHeader(
  options: RunOptions,
  target: Target,
  aims: ReadonlySet<string>,
  startedAt: Date,
  catalogue: Pick<Catalogue, 'edition' | 'requirements'>,
): EvidenceHeader {
  const { vocabulary } = options.targetOptions
  return {
    formatVersion: 3,
    tool: toolIdentity(),
    target: {
      url: target.url,
      embedded: target.embedded,
      label: options.label,
      version: options.targetVersion,
    },
    seed: options.seed,
    profile: options.profile,
    strict: options.strict,
    startedAt: startedAt.toISOString(),
    selection: options.selection,
    shard: options.shard,
    aims: [...aims].sort(),
    ...catalogueFacts(catalogue),
    limits: limitsOf(options),
    ...(Object.keys(vocabulary).length === 0 ? {} : { vocabulary }),
  }
}
