import { isObject, member } from '../../../../schemas/json.ts'
import { shape } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { streamTraceOf } from '../stream-trace.ts'

const ofStart = { section: '6', endpoint: 'messages.stream', dimension: 'stream', interpretation: 'S4' } as const

const stopReason = shape({
  ...ofStart,
  id: 'messages.stream-start-stop-reason',
  statement: 'In `message_start` the `stop_reason` is null or absent.',
})

/** Requirements on the stop reason in `message_start`. */
export default [{ ...stopReason, appliesTo: hasStart }] as const

/** Returns whether a start can be checked. A stop reason next to `message` can be read even if the message cannot. */
function hasStart(seen: Observation): boolean {
  const events = streamTraceOf(seen)?.events ?? []
  const starts = events.filter(({ type }) => type === 'message_start')
  return starts.some(({ payload }) => isObject(member(payload, 'message')) || Object.hasOwn(payload, 'stop_reason'))
}
