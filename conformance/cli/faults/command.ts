import { faults } from '../../../reference-server/index.ts'
import { command } from '../command.ts'
import { done } from '../exit-code.ts'
import { idsMatching, matchesGlob } from '../glob.ts'

/** Lists the deliberate defects that the reference server can have. */
export const faultsCommand = command({
  name: 'faults',
  summary: 'Lists the deliberate defects of the reference server, each with the requirements that it breaks.',
  usage: 'faults [GLOB] [--json]',
  positionals: 1,
  options: {
    json: { type: 'boolean', help: 'Print them as a JSON array.' },
  },
  notes: [
    'A GLOB, with * for any characters, is of fault ids or of the requirements broken: mgi faults "messages.stop-*"',
    'mgi serve --fault ID has the defect always, mgi serve --fault ID@1/5 in one of five requests it can break.',
  ],
  async run({ positionals: [glob = '*'], values, io }) {
    const all = [...faults.values()]
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
