import { createHash } from 'node:crypto'
import type { Requirement } from '../../model/requirement.ts'

/** SHA-256 over what the catalogue says: two results with the same digest were judged by the same sentences. */
export function catalogueDigest(requirements: readonly Requirement[]): string {
  const hash = createHash('sha256')
  const words = requirements.map(({ id, section, endpoint, dimension, level, statement, conditional = false }) =>
    JSON.stringify([id, section, endpoint, dimension, level, conditional, statement]),
  )
  for (const line of words.sort()) hash.update(`${line}\n`)
  return `sha256:${hash.digest('hex')}`
}
