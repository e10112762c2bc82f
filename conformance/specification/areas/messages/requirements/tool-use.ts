import { mismatches } from '../../../../../schemas/index.ts'
import { isObject, member } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import { memoize } from '../../../../core/model/memoize.ts'
import { isLossy, type Observation } from '../../../../core/model/observation.ts'
import { certainlyComplete, messageView, type ToolUseView } from '../message-view.ts'
import { quoted } from '../quoted.ts'
import { areToolsCertain, declaredTools } from '../tool-request.ts'

const ofTools = {
  section: '2.8',
  endpoint: 'messages.create',
  alsoOn: ['messages.stream'],
  dimension: 'field',
  level: 'implied',
  interpretation: 'M9',
  needs: ['request-body', 'response-body'],
} as const

/** Requirements that the tool uses of a reply agree with the tools of its request. */
export default [
  requirement({
    ...ofTools,
    id: 'messages.tool-use-declared',
    statement: 'Each tool use names a tool that the request declares.',
    appliesTo: (seen) => areToolsCertain(seen) && (messageView(seen)?.toolUses.length ?? 0) > 0,
    *check(seen) {
      const tools = declaredTools(seen)
      for (const { name, at } of messageView(seen)?.toolUses ?? []) {
        if (typeof name !== 'string' || tools.has(name)) continue
        yield {
          message: `tool_use names ${quoted(name)}, which the request does not declare`,
          at,
          expected: [...tools.keys()],
          actual: name,
        }
      }
    },
  }),
  requirement({
    ...ofTools,
    id: 'messages.tool-use-input-fits',
    statement: "The `input` of a tool use matches the tool's `input_schema`.",
    appliesTo: (seen) => areToolsCertain(seen) && explainedUses(seen).length > 0,
    *check(seen) {
      for (const { name, input, schema, at } of explainedUses(seen)) {
        const found = mismatches(schema, input)
        if (found === undefined) {
          yield {
            doubt: true,
            message: `inconclusive: the input_schema of ${String(name)} cannot be checked`,
            at,
            actual: input,
          }
        }
        for (const { message } of found ?? []) {
          yield { message: `input of ${String(name)}: ${message}`, at, actual: input }
        }
      }
    },
  }),
  requirement({
    ...ofTools,
    id: 'messages.tool-use-ids-distinct',
    section: '2.9',
    interpretation: 'M10',
    statement: 'No two tool uses of a reply have the same `id`.',
    needs: ['response-body', 'ids'],
    appliesTo: (seen) => identified(seen).length > 1,
    *check(seen) {
      const met = new Set<unknown>()
      for (const { id, at } of identified(seen)) {
        if (met.has(id)) yield { message: `two tool uses have the id ${quoted(id)}`, at, actual: id }
        met.add(id)
      }
    },
  }),
] as const

/** Returns the tool uses that have an id. */
function identified(seen: Observation): readonly ToolUseView[] {
  return messageView(seen)?.toolUses.filter(({ id }) => typeof id === 'string') ?? []
}

/**
 * Returns the complete tool uses with a visible input whose tool has a schema. Dated tools have none. Another
 * requirement states that an input is an object.
 */
const explainedUses = memoize((seen: Observation): readonly (ToolUseView & { readonly schema: unknown })[] => {
  const tools = declaredTools(seen)
  const view = messageView(seen)
  const uses = certainlyComplete(view?.toolUses ?? [], view).map((use) => ({
    ...use,
    schema: member(tools.get(String(use.name)), 'input_schema'),
  }))
  return uses.filter(({ schema, input }) => schema !== undefined && isObject(input) && !isLossy(seen, input))
})
