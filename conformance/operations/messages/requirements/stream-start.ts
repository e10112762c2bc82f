import { shape } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { isMembers, member } from '../members.ts'
import { storyOf } from '../story.ts'

const ofStart = { section: '6', endpoint: 'messages.stream', dimension: 'stream', reading: 'S4' } as const

const stopReason = shape({
  ...ofStart,
  id: 'messages.stream-start-stop-reason',
  statement: 'In `message_start` the `stop_reason` is null or absent.',
})

/** What `message_start` says. */
export default [
  shape({ ...ofStart, id: 'messages.stream-start-message', statement: '`message_start` has a `message`, an object.' }),
  shape({ ...ofStart, id: 'messages.stream-start-id', statement: 'The started message has an `id`, a string.' }),
  shape({ ...ofStart, id: 'messages.stream-start-type', statement: 'The started message has the `type` "message".' }),
  shape({ ...ofStart, id: 'messages.stream-start-role', statement: 'The started message has the `role` "assistant".' }),
  shape({ ...ofStart, id: 'messages.stream-start-model', statement: 'The started message has a `model`, a string.' }),
  { ...stopReason, appliesTo: hasStart },
] as const

function hasStart(seen: Observation): boolean {
  const events = storyOf(seen)?.events ?? []
  return events.some(({ type, payload }) => type === 'message_start' && isMembers(member(payload, 'message')))
}
