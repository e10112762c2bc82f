import { createHash } from 'node:crypto'
import { Document } from 'yaml'
import type { Requirement } from '../conformance/core/model/requirement.ts'
import type { Edition } from '../conformance/specification/editions/edition.ts'

/** Returns the file of a new edition: all requirements of a catalogue, one a line, with their levels and interpretations. */
export function editionText(
  edition: string,
  specification: string,
  requirements: readonly Pick<Requirement, 'id' | 'level' | 'interpretation'>[],
): string {
  const document = new Document({ edition, specification })
  document.commentBefore = ` The requirements of the edition ${edition}. Frozen: change nothing but \`errata\`, which only loosen it (CONTRIBUTING.md).`
  document.set('requirements', document.createNode({}))
  for (const { id, level, interpretation } of requirements) {
    const frozen = interpretation === undefined ? [level] : [level, interpretation]
    document.setIn(['requirements', id], document.createNode(frozen, { flow: true }))
  }
  document.set('errata', document.createNode([]))
  return document.toString({ lineWidth: 0 })
}

/** Returns the SHA-256 of the frozen part of an edition, which is all but its errata. */
export function frozenDigest({ errata: _errata, ...frozen }: Edition): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(frozen)).digest('hex')}`
}
