import { renameSync, writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import type { Report } from '../../model/report.ts'
import { matchesGlob } from '../glob.ts'
import { schemaReference } from '../init/schema-reference.ts'
import type { KnownEntry } from './entry.ts'
import type { KnownFailureOptions } from './options.ts'

/** What a reason reads until somebody has written one; a list that holds it is refused. */
const placeholder = 'TODO: say why this is known to fail'

/** Writes a list of what failed in a run, and says what it wrote. Entries that are still true keep their words. */
export function writeKnownFailures(report: Report, { write, entries }: KnownFailureOptions): string | undefined {
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

/** Expired entries lose what made them hold: whoever wants them to go on writes a new day. */
function listOf({ requirements, startedAt }: Report, former: readonly KnownEntry[]): readonly KnownEntry[] {
  const failed = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const holding = former.filter(({ expires }) => expires === undefined || expires >= startedAt.slice(0, 10))
  const kept = holding.filter(({ requirement }) => failed.some((id) => matchesGlob(requirement, id)))
  const fresh = failed.filter((id) => !kept.some(({ requirement }) => matchesGlob(requirement, id)))
  return [...kept, ...fresh.map((requirement) => ({ requirement, reason: placeholder }))]
}

function asYaml(list: readonly KnownEntry[], reference: string): string {
  const head = [
    `# yaml-language-server: $schema=${reference}`,
    '# What is known to fail and does not fail a run. An entry that passes now, that matches nothing or that has expired',
    '# does fail it. Optional beside requirement and reason: owner, link, and expires (the last day, such as 2030-01-31).',
  ]
  return `${head.join('\n')}\n${stringify(list)}`
}
