import { requirement } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { storyOf } from '../story.ts'
import type { ToldEvent } from '../told-event.ts'
import { lastUsage, type StreamedUsage } from '../usage.ts'

const ofUsage = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  level: 'stated',
  reading: 'S6',
  needs: ['response-body'],
} as const

/** The token counts of a stream. */
export default [
  requirement({
    ...ofUsage,
    id: 'messages.stream-usage',
    statement: '`message_delta` carries a `usage`.',
    appliesTo: (seen) => closing(seen).length > 0,
    *check(seen) {
      if (usage(seen) !== undefined) return
      const index = closing(seen).at(-1)?.index ?? 0
      yield { message: 'no message_delta carries a usage', at: { in: 'event', index, pointer: '/delta/usage' } }
    },
  }),
  requirement({
    ...ofUsage,
    id: 'messages.stream-usage-in-delta',
    level: 'implied',
    statement: 'The `usage` of a stream stands inside `delta`.',
    appliesTo: (seen) => usage(seen) !== undefined,
    *check(seen) {
      const found = usage(seen)
      if (found === undefined || found.isInDelta) return
      const message = 'usage was found beside delta, where most clients look for it'
      yield { message, at: { in: 'event', index: found.event, pointer: '/usage' }, expected: '/delta/usage' }
    },
  }),
  counted('messages.stream-input-tokens', 'input_tokens', ({ inputTokens }) => inputTokens),
  counted('messages.stream-output-tokens', 'output_tokens', ({ outputTokens }) => outputTokens),
  requirement({
    ...ofUsage,
    id: 'messages.stream-output-tokens-positive',
    reading: 'M10',
    statement: 'Even an empty stream has a non-zero `output_tokens`.',
    appliesTo: (seen) => Number.isInteger(usage(seen)?.outputTokens),
    *check(seen) {
      const found = usage(seen)
      if (found === undefined || (found.outputTokens as number) > 0) return
      const { event: index, outputTokens: actual } = found
      yield { message: `output_tokens is ${actual}`, at: { in: 'event', index }, expected: 'more than 0', actual }
    },
  }),
] as const

function counted<const Id extends string>(id: Id, name: string, count: (usage: StreamedUsage) => unknown) {
  return requirement({
    ...ofUsage,
    id,
    statement: `The \`usage\` of a stream has \`${name}\`, an integer.`,
    appliesTo: (seen) => usage(seen) !== undefined,
    *check(seen) {
      const found = usage(seen)
      if (found === undefined || Number.isInteger(count(found))) return
      const at = { in: 'event', index: found.event } as const
      yield { message: `${name} is no integer`, at, expected: 'an integer', actual: count(found) }
    },
  })
}

/** The closing events of a stream that was told to its end. */
function closing(seen: Observation): readonly ToldEvent[] {
  const story = storyOf(seen)
  return story?.isWhole ? story.events.filter(({ type }) => type === 'message_delta') : []
}

function usage(seen: Observation): StreamedUsage | undefined {
  return lastUsage(closing(seen))
}
