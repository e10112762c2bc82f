import type { EvidenceHeader } from '../../evidence/frame.ts'
import { readEvidence } from '../../evidence/read-evidence.ts'
import { factsOf } from '../file-facts.ts'

/** The header of an evidence file; `undefined` where there is none, or no such file. */
export async function readHeader(file: string): Promise<EvidenceHeader | undefined> {
  if (factsOf(file)?.isFile() !== true) return undefined
  for await (const item of readEvidence(file)) return item.kind === 'header' ? item.header : undefined
  return undefined
}
