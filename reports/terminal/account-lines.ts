import type { Declaration, KnownFailure, Report } from '../../conformance/model/report.ts'
import { hung, wrapped } from './columns.ts'
import type { Look, Paint } from './paint.ts'

const states = {
  excuses: { word: 'fails', look: 'yellow' },
  passes: { word: 'passes now: take it off the list', look: 'red' },
  unmatched: { word: 'matches no requirement: correct it or take it off', look: 'red' },
  expired: { word: 'has expired: mend it or give it a new day', look: 'red' },
  untested: { word: 'not tested in this run', look: 'dim' },
} as const satisfies Record<KnownFailure['state'], { word: string; look: Look }>

/** What became of each entry of the list of known failures; nothing where the run was given none. */
export function knownLines({ knownFailures = [] }: Report, width: number, paint: Paint): readonly string[] {
  if (knownFailures.length === 0) return []
  const lines = knownFailures.flatMap(({ pattern, state, reason, owner, expires, link }) => {
    const { word, look } = states[state]
    const more = [owner, link, expires === undefined ? undefined : `until ${expires}`].filter(
      (one) => one !== undefined,
    )
    const told = `${reason}${more.length === 0 ? '' : ` (${more.join(', ')})`}`
    return [
      ...hung('  - ', wrapped(`${pattern} ${word}`, width - 4)).map((line) => paint(look, line)),
      ...hung('    ', wrapped(told, width - 4)),
    ]
  })
  return [paint('bold', 'Known failures'), ...lines]
}

const findings = {
  absent: { word: 'is absent, as declared', look: 'dim' },
  present: { word: 'is present after all: take it out of unsupported', look: 'red' },
  unknown: { word: 'could not be found out', look: 'dim' },
} as const satisfies Record<Declaration['found'], { word: string; look: Look }>

/** What was found of each thing that the vendor declares absent; nothing where nothing is declared. */
export function declarationLines({ declarations = [] }: Report, width: number, paint: Paint): readonly string[] {
  if (declarations.length === 0) return []
  const lines = declarations.flatMap(({ capability, found, exchange }) => {
    const { word, look } = findings[found]
    const shown = found === 'present' && exchange !== undefined ? ` (see ${exchange})` : ''
    return hung('  - ', wrapped(`${capability} ${word}${shown}`, width - 4)).map((line) => paint(look, line))
  })
  return [paint('bold', 'Declared absent'), ...lines]
}
