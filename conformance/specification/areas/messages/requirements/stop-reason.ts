import { isObject, itemsOf, member, memberAt } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import { type Observation, succeeded } from '../../../../core/model/observation.ts'
import { messageView } from '../message-view.ts'
import { quoted } from '../quoted.ts'

const onBoth = {
  section: '2.9',
  endpoint: 'messages.create',
  alsoOn: ['messages.stream'],
  interpretation: 'M8',
} as const
const endedBy = (seen: Observation) => messageView(seen)?.stopReason

/** Requirements that the stop reason of a reply agrees with the rest of it. */
export default [
  requirement({
    id: 'messages.stop-sequence-agrees',
    section: '2.9',
    endpoint: 'messages.create',
    dimension: 'field',
    level: 'stated',
    interpretation: 'M8',
    statement: '`stop_sequence` is set exactly when `stop_reason` is "stop_sequence".',
    needs: ['response-body'],
    appliesTo: (seen) => isMessage(seen) && Object.hasOwn(seen.json as object, 'stop_reason') && !isBroken(seen),
    *check({ json }) {
      const reason = member(json, 'stop_reason')
      const matched = member(json, 'stop_sequence')
      const isStopped = reason === 'stop_sequence'
      if (isStopped === (typeof matched === 'string')) return
      yield {
        message: `stop_reason is ${quoted(reason)} and stop_sequence is ${quoted(matched)}`,
        at: { in: 'body', pointer: '/stop_sequence' },
        expected: isStopped ? 'the stop sequence that ended the message' : null,
        actual: matched,
      }
    },
  }),
  requirement({
    id: 'messages.stop-sequence-asked-for',
    section: '2.9',
    endpoint: 'messages.create',
    dimension: 'field',
    level: 'stated',
    interpretation: 'M8',
    conditional: true,
    statement: 'A `stop_sequence` is one of those in the request.',
    needs: ['request-body', 'response-body'],
    appliesTo: (seen) => isMessage(seen) && typeof member(seen.json, 'stop_sequence') === 'string',
    *check({ json, request }) {
      const asked = [memberAt(request.value.body, 'stop_sequences')].flat()
      const actual = member(json, 'stop_sequence')
      if (asked.includes(actual)) return
      yield {
        message: `stop_sequence is ${quoted(actual)}, which the request does not list`,
        at: { in: 'body', pointer: '/stop_sequence' },
        expected: asked,
        actual,
      }
    },
  }),
  requirement({
    ...onBoth,
    id: 'messages.stop-reason-tool-use-has-one',
    dimension: 'field',
    level: 'implied',
    statement: 'A response with the `stop_reason` "tool_use" contains a `tool_use` block.',
    needs: ['response-body'],
    appliesTo: (seen) => endedBy(seen) === 'tool_use' && holdsAll(seen),
    *check(seen) {
      const view = messageView(seen)
      if (view === undefined || view.toolUses.length > 0) return
      yield { message: 'stop_reason is "tool_use", but the response has no tool_use block', at: view.at.content }
    },
  }),
  requirement({
    ...onBoth,
    id: 'messages.stop-reason-of-tool-use',
    dimension: 'field',
    level: 'implied',
    statement: 'A response with a `tool_use` block does not have the `stop_reason` "end_turn".',
    needs: ['response-body'],
    appliesTo: (seen) => (messageView(seen)?.toolUses.length ?? 0) > 0 && typeof endedBy(seen) === 'string',
    *check(seen) {
      const view = messageView(seen)
      if (view?.stopReason !== 'end_turn') return
      const message = 'stop_reason is "end_turn", but the response has a tool_use block'
      yield { message, at: view.at.stopReason, expected: 'tool_use', actual: 'end_turn' }
    },
  }),
] as const

/**
 * Returns whether no tool use can be missing. A reply that cannot be read completely may contain one that is not
 * visible.
 */
function holdsAll(seen: Observation): boolean {
  const { isContentWhole = false, toolUses = [] } = messageView(seen) ?? {}
  return isContentWhole || toolUses.length > 0
}

function isMessage(seen: Observation): boolean {
  return succeeded(seen) && isObject(seen.json)
}

/** Returns whether other requirements already report one of the two fields. */
function isBroken({ reply }: Observation): boolean {
  const own = ['messages.reply-stop-reason', 'messages.reply-stop-sequence']
  return itemsOf(reply.violations).some((violation) => own.includes(String(member(violation, 'requirement'))))
}
