import { requirement } from '../../../model/build.ts'
import { type Observation, succeeded } from '../../../model/observation.ts'
import { isMembers, listOf, member, memberAt } from '../members.ts'
import { quoted } from '../quoted.ts'
import { toldBy } from '../told.ts'

const onBoth = { section: '2.9', endpoint: 'messages.create', alsoOn: ['messages.stream'], reading: 'M8' } as const
const endedBy = (seen: Observation) => toldBy(seen)?.stopReason

/** What a reply says about why it ended agrees with the rest of it. */
export default [
  requirement({
    id: 'messages.stop-sequence-agrees',
    section: '2.9',
    endpoint: 'messages.create',
    dimension: 'field',
    level: 'stated',
    reading: 'M8',
    statement: '`stop_sequence` is set exactly when `stop_reason` is "stop_sequence".',
    needs: ['response-body'],
    appliesTo: isMessage,
    *check({ json }) {
      const reason = member(json, 'stop_reason')
      const matched = member(json, 'stop_sequence')
      const isStopped = reason === 'stop_sequence'
      if (isStopped === (typeof matched === 'string')) return
      yield {
        message: `stop_reason is ${quoted(reason)} and stop_sequence is ${quoted(matched)}`,
        at: { in: 'body', pointer: '/stop_sequence' },
        expected: isStopped ? 'the sequence that was met' : null,
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
    reading: 'M8',
    conditional: true,
    statement: 'A `stop_sequence` is one of those that the request lists.',
    needs: ['request-body', 'response-body'],
    appliesTo: (seen) => isMessage(seen) && typeof member(seen.json, 'stop_sequence') === 'string',
    *check({ json, request }) {
      const asked = [memberAt(request.value.body, 'stop_sequences')].flat()
      const actual = member(json, 'stop_sequence')
      if (asked.includes(actual)) return
      yield {
        message: `no stop sequence ${quoted(actual)} was asked for`,
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
    statement: 'A reply whose `stop_reason` is "tool_use" holds a `tool_use` block.',
    needs: ['response-body'],
    appliesTo: (seen) => endedBy(seen) === 'tool_use',
    *check(seen) {
      const told = toldBy(seen)
      if (told === undefined || told.toolUses.length > 0) return
      yield { message: 'stop_reason is "tool_use", but there is no tool_use block', at: told.at.content }
    },
  }),
  requirement({
    ...onBoth,
    id: 'messages.stop-reason-of-tool-use',
    dimension: 'field',
    level: 'implied',
    statement: 'A reply that holds a `tool_use` block does not end with "end_turn".',
    needs: ['response-body'],
    appliesTo: (seen) => (toldBy(seen)?.toolUses.length ?? 0) > 0,
    *check(seen) {
      const told = toldBy(seen)
      if (told?.stopReason !== 'end_turn') return
      const message = 'stop_reason is "end_turn" beside a tool_use block'
      yield { message, at: told.at.stopReason, expected: 'tool_use', actual: 'end_turn' }
    },
  }),
] as const

function isMessage(seen: Observation): boolean {
  return succeeded(seen) && isMembers(seen.json) && !isBroken(seen)
}

/** Whether the two fields are such that their own requirements already say so. */
function isBroken({ reply }: Observation): boolean {
  const own = ['messages.reply-stop-reason', 'messages.reply-stop-sequence']
  return listOf(reply.violations).some((violation) => own.includes(String(member(violation, 'requirement'))))
}
