import type { Requirement } from '../../core/model/requirement.ts'
import type { Level } from '../../core/model/vocabulary.ts'

export const consequences: Readonly<Record<Level, string>> = {
  stated: 'the specification states it; a violation is a failure',
  implied: 'the specification implies it; a violation is a warning, and a failure with --strict',
  unspecified: 'unspecified; the behavior of the target is only recorded',
}

export const conditionalInWords = 'tested only if a response contains the feature; no request can cause it'

/** Returns which exchanges decide the verdict of a requirement. */
export function judgedHow({ kind, behind }: Pick<Requirement, 'kind' | 'behind'>): string {
  if (behind === true)
    return 'on the exchanges of the experiment with `mgi run --upstream`; never changes whether a gateway is conforming'
  switch (kind) {
    case 'exchange':
      return 'on each exchange alone'
    case 'transcript':
      return 'on all exchanges of a run together'
    case 'acceptance':
      return 'by whether requests that use it are accepted'
    case 'rejection':
      return 'by whether requests that violate it are rejected while the control request is accepted'
  }
}
