import { isObject, member, memberAt } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Finding } from '../../../../core/model/finding.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { quoted } from '../quoted.ts'
import { closingOf, streamTraceOf } from '../stream-trace.ts'
import type { TracedEvent } from '../traced-event.ts'
import { misshapenUsages, type StreamedUsage, usagesOf } from '../usage.ts'

const ofUsage = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  level: 'stated',
  interpretation: 'S6',
  needs: ['response-body'],
} as const

const listed = ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']

/** Requirements on the token counts of a stream. */
export default [
  requirement({
    ...ofUsage,
    id: 'messages.stream-usage',
    statement: '`message_delta` has a `usage`, an object.',
    appliesTo: (seen) => placed(seen) || (closing(seen).length > 0 && isEnded(seen)),
    *check(seen) {
      for (const { event: index, pointer } of misshapenUsages(closing(seen)))
        yield { message: 'usage is not an object', at: { in: 'event', index, pointer }, expected: 'an object' }
      if (placed(seen)) return
      const index = closing(seen).at(-1)?.index ?? 0
      yield { message: 'stream has no message_delta with a usage', at: { in: 'event', index, pointer: '/delta/usage' } }
    },
  }),
  requirement({
    ...ofUsage,
    id: 'messages.stream-usage-in-delta',
    level: 'implied',
    statement: 'The `usage` of a stream stands inside `delta`.',
    appliesTo: (seen) =>
      usages(seen).length > 0 && closing(seen).some(({ payload }) => isObject(member(payload, 'delta'))),
    *check(seen) {
      const [first] = usages(seen)
      if (first === undefined || usages(seen).some(({ pointer }) => pointer === '/delta/usage')) return
      const message = 'usage is beside delta, not inside it; most clients read it beside delta'
      yield { message, at: { in: 'event', index: first.event, pointer: '/usage' }, expected: '/delta/usage' }
    },
  }),
  counted('messages.stream-input-tokens', 'input_tokens'),
  counted('messages.stream-output-tokens', 'output_tokens'),
  requirement({
    ...ofUsage,
    id: 'messages.stream-output-tokens-positive',
    interpretation: 'M10',
    statement: '`output_tokens` of a stream is not 0, even if the stream has no content.',
    appliesTo: (seen) => isEnded(seen) && lastOutputs(seen).length > 0,
    *check(seen) {
      for (const { event: index, pointer, counts } of lastOutputs(seen)) {
        const actual = member(counts, 'output_tokens')
        if ((actual as number) > 0) continue
        const at = { in: 'event', index, pointer: `${pointer}/output_tokens` } as const
        yield { message: `output_tokens is ${actual}`, at, expected: 'more than 0', actual }
      }
    },
  }),
  requirement({
    ...ofUsage,
    id: 'messages.stream-counts-not-negative',
    level: 'implied',
    interpretation: 'G4',
    statement: 'No count of a stream is negative.',
    appliesTo: (seen) => usages(seen).length > 0,
    *check(seen) {
      for (const { event: index, pointer, counts } of usages(seen)) {
        for (const name of listed) {
          const actual = member(counts, name)
          // Another requirement reports output counts that are not positive.
          if (name === 'output_tokens' || typeof actual !== 'number' || actual >= 0) continue
          const at = { in: 'event', index, pointer: `${pointer}/${name}` } as const
          yield { message: `${name} is ${actual}`, at, expected: 'at least 0', actual }
        }
      }
    },
  }),
] as const

function counted<const Id extends string>(id: Id, name: string) {
  return requirement({
    ...ofUsage,
    id,
    statement: `The \`usage\` of a stream has \`${name}\`, an integer.`,
    appliesTo: (seen) => usages(seen).some(({ counts }) => isThere(counts, name)) || (placed(seen) && isEnded(seen)),
    *check(seen) {
      const own = usages(seen).filter(({ counts }) => isThere(counts, name))
      for (const { event: index, pointer, counts } of own) {
        const actual = member(counts, name)
        if (Number.isInteger(actual)) continue
        const at = { in: 'event', index, pointer: `${pointer}/${name}` } as const
        yield { message: `${name} is ${quoted(actual)}`, at, expected: 'an integer', actual }
      }
      if (own.length === 0) yield* missing(seen, name)
    },
  })
}

/** Yields a finding if no `message_delta` contains the count. If there are several, each may add counts. */
function* missing(seen: Observation, name: string): Generator<Finding> {
  const last = usages(seen).at(-1)
  if (last === undefined) return
  const start = streamTraceOf(seen)?.events.find(({ type }) => type === 'message_start')
  const isInStart = isThere(memberAt(start?.payload, 'message', 'usage'), name)
  const message = `${name} is missing${isInStart ? '; only message_start has it' : ''}`
  const at = { in: 'event', index: last.event, pointer: `${last.pointer}/${name}` } as const
  yield { message, at, expected: 'an integer' }
}

function isThere(counts: unknown, name: string): boolean {
  return (member(counts, name) ?? null) !== null
}

function closing(seen: Observation): readonly TracedEvent[] {
  return closingOf(streamTraceOf(seen))
}

function isEnded(seen: Observation): boolean {
  return streamTraceOf(seen)?.isEnded === true
}

function usages(seen: Observation): readonly StreamedUsage[] {
  return usagesOf(closing(seen))
}

/** Returns whether there is any value in a place where a usage is allowed. */
function placed(seen: Observation): boolean {
  return usages(seen).length > 0 || misshapenUsages(closing(seen)).length > 0
}

/** Returns the integer output counts in the last event that has any. */
function lastOutputs(seen: Observation): readonly StreamedUsage[] {
  const counted = usages(seen).filter(({ counts }) => Number.isInteger(member(counts, 'output_tokens')))
  return counted.filter(({ event }) => event === counted.at(-1)?.event)
}
