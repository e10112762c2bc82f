import { catalogue } from '../../catalogue.ts'
import { idsMatching } from '../../model/glob.ts'
import { done } from '../../report/exit-code.ts'
import { command } from '../command.ts'
import { backgrounds } from './background.ts'
import { asJson, explained, listed } from './describe.ts'

/** Lists the requirements, or explains one. */
export const requirementsCommand = command({
  name: 'requirements',
  summary: 'Lists what is required, or explains one requirement.',
  usage: 'requirements [ID|GLOB] [--json]',
  positionals: 1,
  options: {
    json: { type: 'boolean', help: 'Print all that is known of them as a JSON array.' },
  },
  notes: ['A GLOB is an id with * for any characters: mgi requirements "messages.*"'],
  async run({ positionals: [glob], values, io }) {
    const all = catalogue.requirements
    const ids = idsMatching(
      glob === undefined ? ['*'] : [glob],
      all.map(({ id }) => id),
    )
    const chosen = all.filter(({ id }) => ids.has(id))
    if (values.json === true) {
      const known = await backgrounds(chosen)
      io.stdout.write(
        `${JSON.stringify(
          chosen.map((one, index) => asJson(one, known[index]!)),
          null,
          2,
        )}\n`,
      )
    } else if (glob !== undefined && chosen.length === 1) {
      const [known] = await backgrounds(chosen)
      io.stdout.write(explained(chosen[0]!, known!))
    } else io.stdout.write(listed(chosen))
    return done
  },
})
