import { renameSync, writeFileSync } from 'node:fs'
import { Scalar, stringify } from 'yaml'
import type { KnownFailure, Report } from '../../model/report.ts'
import { matchesGlob } from '../glob.ts'
import { schemaReference } from '../init/schema-reference.ts'
import type { KnownEntry } from './entry.ts'
import type { KnownFailureOptions } from './options.ts'
import { placeholder } from './read.ts'

/** Writes a list of what failed in a run, and says what it wrote. Entries that are still true keep their words. */
export function writeKnownFailures(
  report: Report,
  { write, entries }: Pick<KnownFailureOptions, 'write' | 'entries'>,
): string | undefined {
  if (write === undefined) return undefined
  const list = listOf(report, entries)
  const text = write.name.endsWith('.json')
    ? `${JSON.stringify(list, null, 2)}\n`
    : asYaml(list, schemaReference('known-failures/known-failures.json', write.file).reference)
  writeFileSync(`${write.file}.part`, text)
  renameSync(`${write.file}.part`, write.file)
  const open = list.filter(({ reason }) => reason === placeholder).length
  const what = `${write.replaces ? 'brought' : 'wrote'} ${list.length} known failure${list.length === 1 ? '' : 's'} ${write.replaces ? 'up to date in' : 'to'} ${write.name}`
  return open === 0 ? what : `${what}; ${open} of them still need${open === 1 ? 's' : ''} a reason`
}

/** States in which an entry is still true, or nothing speaks against it. */
const holding: ReadonlySet<KnownFailure['state']> = new Set(['excuses', 'untested'])

/** What an expired entry named needs a new reason; what a glob named that has become too wide keeps the one it had. */
function listOf({ requirements, knownFailures = [] }: Report, former: readonly KnownEntry[]): readonly KnownEntry[] {
  const stateOf = (index: number) => knownFailures[index]?.state ?? 'untested'
  const kept = former.filter((_, index) => holding.has(stateOf(index)))
  const tooWide = former.filter((_, index) => stateOf(index) === 'passes')
  const failed = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const fresh = failed.filter((id) => !kept.some(({ requirement }) => matchesGlob(requirement, id)))
  const entryFor = (id: string): KnownEntry => ({
    reason: placeholder,
    ...tooWide.find(({ requirement }) => matchesGlob(requirement, id)),
    requirement: id,
  })
  return [...kept, ...fresh.map(entryFor).map(({ requirement, ...rest }) => ({ requirement, ...rest }))]
}

function asYaml(list: readonly KnownEntry[], reference: string): string {
  const head = [
    `# yaml-language-server: $schema=${reference}`,
    '# What is known to fail and does not fail a run. An entry that passes now, that matches nothing or that has expired',
    '# does fail it; what passes in a run that did not send everything (a shard, some areas, smoke) stays on the list.',
    '# Optional beside requirement and reason: owner, link, and expires (the last day, such as 2030-01-31).',
  ]
  return `${head.join('\n')}\n${stringify(list.map((entry) => ({ ...entry, reason: asReason(entry.reason) })))}`
}

/** What is to be written over stands in quotes already: reasons hold colons (`GW-17: …`), which YAML reads as keys. */
function asReason(reason: string): string | Scalar {
  if (reason !== placeholder) return reason
  const quoted = new Scalar(reason)
  quoted.type = 'QUOTE_DOUBLE'
  return quoted
}
