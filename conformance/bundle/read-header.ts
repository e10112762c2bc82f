import { factsOf } from '../files/file-facts.ts'
import type { EvidenceHeader } from '../record/evidence/frame.ts'
import { readEvidence } from '../record/evidence/read-evidence.ts'

/** The header of an evidence file; `undefined` where there is none, or no such file. */
export async function readHeader(file: string): Promise<EvidenceHeader | undefined> {
  if (factsOf(file)?.isFile() !== true) return undefined
  for await (const item of readEvidence(file)) return item.kind === 'header' ? item.header : undefined
  return undefined
}
