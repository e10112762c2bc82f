import { deepFaults, faults } from '../../../reference-server/index.ts'
import { idsMatching, matchesGlob } from '../../model/glob.ts'
import { done } from '../../report/exit-code.ts'
import { command } from '../command.ts'

/** Lists the deliberate defects that the reference server can have. */
export const faultsCommand = command({
  name: 'faults',
  summary: 'Lists the deliberate defects of the reference server, each with the requirements that it violates.',
  usage: 'faults [GLOB] [--deep] [--json]',
  positionals: 1,
  options: {
    deep: {
      type: 'boolean',
      help: 'Those instead that show only for a combination of features, a size, a depth, or an odd text.',
    },
    json: { type: 'boolean', help: 'Print them as a JSON array.' },
  },
  notes: [
    'GLOB matches fault ids, or the ids of requirements they violate; * stands for any characters: mgi faults "messages.stop-*"',
    'mgi serve --fault ID applies the defect to every request; --fault ID@1/5 to one of five requests it can affect.',
  ],
  async run({ positionals: [glob = '*'], values, io }) {
    const all = [...(values.deep === true ? deepFaults : faults).values()]
    idsMatching(
      [glob],
      all.flatMap(({ id, breaks }) => [id, ...breaks]),
      { thing: 'fault', lister: 'mgi faults' },
    )
    const chosen = all
      .filter(({ id, breaks }) => [id, ...breaks].some((one) => matchesGlob(glob, one)))
      .map(({ id, breaks }) => ({ id, breaks }))
    io.stdout.write(values.json === true ? `${JSON.stringify(chosen, null, 2)}\n` : listed(chosen))
    return done
  },
})

/** One line a fault. */
function listed(chosen: readonly { readonly id: string; readonly breaks: readonly string[] }[]): string {
  const width = Math.max(...chosen.map(({ id }) => id.length))
  return chosen.map(({ id, breaks }) => `${id.padEnd(width)}  ${breaks.join(', ')}\n`).join('')
}
