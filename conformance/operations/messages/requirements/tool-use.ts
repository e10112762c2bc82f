import { requirement } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { oncePer } from '../../../model/once-per.ts'
import { member } from '../members.ts'
import { misfitOf } from '../misfit.ts'
import { quoted } from '../quoted.ts'
import { type ToldToolUse, toldBy } from '../told.ts'
import { asksSoundly, declaredTools } from '../tool-request.ts'
import { uncut } from '../uncut.ts'

const ofTools = {
  section: '2.8',
  endpoint: 'messages.create',
  alsoOn: ['messages.stream'],
  dimension: 'field',
  level: 'implied',
  reading: 'M9',
  needs: ['request-body', 'response-body'],
} as const

/** The tool uses of a reply agree with the tools of its request. */
export default [
  requirement({
    ...ofTools,
    id: 'messages.tool-use-declared',
    statement: 'Each tool use names a tool that the request declares.',
    appliesTo: (seen) => asksSoundly(seen) && (toldBy(seen)?.toolUses.length ?? 0) > 0,
    *check(seen) {
      const tools = declaredTools(seen)
      for (const { name, at } of toldBy(seen)?.toolUses ?? []) {
        if (typeof name !== 'string' || tools.has(name)) continue
        yield { message: `no tool ${quoted(name)} was declared`, at, expected: [...tools.keys()], actual: name }
      }
    },
  }),
  requirement({
    ...ofTools,
    id: 'messages.tool-use-input-fits',
    statement: "The `input` of a tool use fits the tool's `input_schema`.",
    appliesTo: (seen) => asksSoundly(seen) && explainedUses(seen).length > 0,
    *check(seen) {
      for (const { name, input, schema, at } of explainedUses(seen)) {
        const misfit = misfitOf(schema, input)
        if (misfit === undefined) continue
        const { message, ...doubt } = misfit
        yield { message: `the input of ${String(name)}: ${message}`, at, actual: input, ...doubt }
      }
    },
  }),
] as const

/** The whole tool uses whose input is shown and whose tool has a schema; a dated tool has none. */
const explainedUses = oncePer((seen: Observation): readonly (ToldToolUse & { readonly schema: unknown })[] => {
  const tools = declaredTools(seen)
  const told = toldBy(seen)
  const uses = uncut(told?.toolUses ?? [], told).map((use) => ({
    ...use,
    schema: member(tools.get(String(use.name)), 'input_schema'),
  }))
  return uses.filter(({ schema, input }) => schema !== undefined && input !== undefined)
})
