import { basename, dirname } from 'node:path'
import { fileInFolder, readFile } from '../../core/files/open-file.ts'
import type { UpstreamSection } from '../../core/model/upstream.ts'
import { readUpstreamLines, upstreamFile } from './evidence.ts'
import { judgeUpstream } from './judge-upstream.ts'

/** The section of recorded evidence, or the reason why it cannot be made. */
export type SectionBeside = { readonly section: UpstreamSection } | { readonly gap: string } | undefined

/**
 * Judges the evidence of the upstream beside the evidence of a run. Returns undefined if there is none, or if it belongs
 * to another run.
 */
export function sectionBeside(evidence: readonly string[], startedAt: string): SectionBeside {
  const [file, ...others] = evidence
  if (file === undefined || others.length > 0 || !basename(file).endsWith('.ndjson')) return undefined
  const beside = fileInFolder(dirname(file), upstreamFile)
  if (beside === undefined) return undefined
  const read = readUpstreamLines(readFile(beside).toString('utf8').split('\n'))
  if (typeof read === 'string') return { gap: `${beside} cannot be judged: ${read}` }
  return read.header.startedAt === startedAt ? { section: judgeUpstream(read) } : undefined
}
