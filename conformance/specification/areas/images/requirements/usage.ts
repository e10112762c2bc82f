import { membersOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Finding } from '../../../../core/model/finding.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { asked, isAbsent, isAnswer } from './asked.ts'

const about = {
  section: '2.4',
  dimension: 'field',
  interpretation: 'I12',
  needs: ['request-body', 'response-body'],
} as const

/** Requirements on the token counts of a reply. */
export const usage = [
  requirement({
    ...about,
    id: 'images.edit-usage-given',
    section: '4',
    endpoint: 'images.edit',
    level: 'stated',
    capability: 'multi-image',
    statement: 'An edit by `image-model-multi` has `usage`.',
    appliesTo: (seen) => isAnswer(seen) && seen.isRecognised && isByMulti(seen),
    *check(seen) {
      if (isAbsent(membersOf(seen.json)['usage'])) {
        yield { message: 'usage is missing', at: { in: 'body', pointer: '/usage' }, expected: 'present' }
      }
    },
  }),
  requirement({
    ...about,
    id: 'images.edit-model-1-usage-absent',
    section: '4',
    endpoint: 'images.edit',
    level: 'stated',
    statement: 'An edit by `image-model-1` has no `usage`.',
    appliesTo: (seen) => isAnswer(seen) && !isByMulti(seen),
    check: present,
  }),
  requirement({
    ...about,
    id: 'images.generate-usage-absent',
    endpoint: 'images.generate',
    level: 'stated',
    statement: 'The reply to a create request has no `usage`.',
    appliesTo: isAnswer,
    check: present,
  }),
  requirement({
    ...about,
    id: 'images.variation-usage-absent',
    endpoint: 'images.variation',
    level: 'stated',
    statement: 'The reply to a variation request has no `usage`.',
    appliesTo: isAnswer,
    check: present,
  }),
  requirement({
    ...about,
    id: 'images.edit-usage-adds-up',
    endpoint: 'images.edit',
    level: 'implied',
    capability: 'multi-image',
    statement: 'The total is the sum of input and output tokens; the input is the sum of text and image tokens.',
    appliesTo: (seen) => isAnswer(seen) && isByMulti(seen) && !isAbsent(membersOf(seen.json)['usage']),
    *check(seen) {
      const counts = membersOf(membersOf(seen.json)['usage'])
      const details = membersOf(counts['input_tokens_details'])
      yield* unequal('/usage/total_tokens', counts['total_tokens'], [counts['input_tokens'], counts['output_tokens']])
      yield* unequal('/usage/input_tokens', counts['input_tokens'], [details['text_tokens'], details['image_tokens']])
    },
  }),
  requirement({
    ...about,
    id: 'images.usage-not-negative',
    endpoint: 'images.edit',
    level: 'implied',
    capability: 'multi-image',
    statement: 'No token count in `usage` is negative.',
    appliesTo: (seen) => isAnswer(seen) && isByMulti(seen) && countsIn(seen).length > 0,
    *check(seen) {
      for (const { pointer, count } of countsIn(seen)) {
        if (count >= 0) continue
        yield { message: `${pointer} is ${count}`, at: { in: 'body', pointer }, expected: '0 or more', actual: count }
      }
    },
  }),
] as const

/** Returns the integers of `usage`, with their places. */
function countsIn(seen: Observation): readonly { readonly pointer: string; readonly count: number }[] {
  const counts = membersOf(membersOf(seen.json)['usage'])
  const details = membersOf(counts['input_tokens_details'])
  return [
    ...integersOf(counts, '/usage', ['total_tokens', 'input_tokens', 'output_tokens']),
    ...integersOf(details, '/usage/input_tokens_details', ['text_tokens', 'image_tokens']),
  ]
}

function integersOf(members: Readonly<Record<string, unknown>>, at: string, names: readonly string[]) {
  return names.flatMap((name) => {
    const count = members[name]
    return Number.isInteger(count) ? [{ pointer: `${at}/${name}`, count: count as number }] : []
  })
}

function isByMulti(seen: Observation): boolean {
  return asked(seen).model === 'image-model-multi'
}

function* present(seen: Observation): Generator<Finding> {
  const { usage: counted } = membersOf(seen.json)
  if (isAbsent(counted)) return
  yield { message: 'usage is present', at: { in: 'body', pointer: '/usage' }, expected: 'absent', actual: counted }
}

function* unequal(pointer: string, total: unknown, parts: readonly unknown[]): Generator<Finding> {
  if (![total, ...parts].every(Number.isInteger)) return
  const expected = parts.reduce<number>((sum, part) => sum + (part as number), 0)
  if (total === expected) return
  yield {
    message: `${pointer} is ${total}; the sum of its parts is ${expected}`,
    at: { in: 'body', pointer },
    expected,
    actual: total,
  }
}
