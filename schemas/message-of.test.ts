import { expect, test } from 'vitest'
import { validate } from './validate.ts'

/** Returns the validation messages for a message with one member replaced. */
function saidOf(member: string, value: unknown): readonly string[] {
  const usage = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const content = [{ type: 'text', text: 'a' }]
  const whole = { id: 'a', type: 'message', role: 'assistant', content, model: 'm', stop_reason: 'end_turn', usage }
  const { violations } = validate('messages/reply', { ...whole, stop_sequence: null, [member]: value })
  return violations.map(({ message }) => message)
}

test('a violation names the actual and the expected value', () => {
  expect(saidOf('role', 'user')).toEqual(['/role is "user", not "assistant"'])
  expect(saidOf('id', 7)).toEqual(['/id is 7, not string'])
  expect(saidOf('content', {})).toEqual(['/content is an object, not array'])
  expect(saidOf('stop_reason', 'stop')).toEqual([
    expect.stringMatching(/^\/stop_reason is "stop", not one of "end_turn", /),
  ])
  expect(saidOf('usage', {})).toContain('/usage/input_tokens is missing')
})

test('only the beginning of a long value is quoted', () => {
  expect(saidOf('role', 'x'.repeat(1e6))).toEqual([`/role is "${'x'.repeat(40)}"…, not "assistant"`])
})
