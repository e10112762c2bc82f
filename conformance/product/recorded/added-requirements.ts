import type { Catalogue } from '../../core/model/suite.ts'
import { counted } from '../../core/text/counted.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import { readHeader } from './evidence-file.ts'
import { isRecording } from './har/is-recording.ts'

type Added = Pick<EvidenceHeader, 'addedRequirements'>

/** Returns the members of an evidence header about its catalogue: the edition, and the requirements of the user. */
export function catalogueFacts({ edition, requirements }: Judging): Added & Pick<EvidenceHeader, 'edition'> {
  return { ...(edition === undefined ? {} : { edition }), ...addedIn({ requirements }) }
}

type Judging = Pick<Catalogue, 'edition' | 'requirements'>

function addedIn({ requirements }: Pick<Catalogue, 'requirements'>): Added {
  const added = requirements.flatMap(({ id, addedBy }) => (addedBy === undefined ? [] : [id]))
  return added.length === 0 ? {} : { addedRequirements: added }
}

export function joinedAdditions(headers: readonly Added[]): Added {
  const all = [...new Set(headers.flatMap(({ addedRequirements = [] }) => addedRequirements))].sort()
  return all.length === 0 ? {} : { addedRequirements: all }
}

/** Describes the requirements that a run tested and the catalogue lacks. Returns `undefined` if there are none. */
export function unknownInWords(
  tested: readonly string[],
  { requirements }: Pick<Catalogue, 'requirements'>,
  remedy = 'name its module with --plugin FILE',
): string | undefined {
  const known = new Set(requirements.map(({ id }) => id))
  const [first, ...others] = new Set(tested.filter((id) => !known.has(id)))
  if (first === undefined) return undefined
  const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'other requirement')})`
  return `the run tested ${first}${more}, which is not judged here; ${remedy}`
}

/**
 * Throws a `UsageError` if a run tested requirements of the user that the catalogue lacks. They would not be judged, and
 * a nonconforming run would pass.
 */
export async function rejectUnknownAdditions(
  files: readonly string[],
  catalogue: Catalogue,
  remedy?: string,
): Promise<void> {
  for (const file of files) {
    if (isRecording(file)) continue
    const header = await readHeader(file)
    const unknown = unknownInWords(header?.addedRequirements ?? [], catalogue, remedy)
    if (unknown !== undefined) throw new UsageError(`${file}: ${unknown}`)
  }
}
