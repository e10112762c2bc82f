import { createHash } from 'node:crypto'
import type { Requirement } from '../../../core/model/requirement.ts'

/**
 * Returns the SHA-256 of the requirements. Results with the same digest were judged by the same requirements. Those behind
 * the gateway do not count, since a run without the experiment has none.
 */
export function catalogueDigest(requirements: readonly Requirement[]): string {
  const hash = createHash('sha256')
  const inFront = requirements.filter(({ behind }) => behind !== true)
  const words = inFront.map(({ id, section, endpoint, dimension, level, statement, conditional = false }) =>
    JSON.stringify([id, section, endpoint, dimension, level, conditional, statement]),
  )
  for (const line of words.sort()) hash.update(`${line}\n`)
  return `sha256:${hash.digest('hex')}`
}
