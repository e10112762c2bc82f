import type { RequirementResult } from '../conformance/model/report.ts'
import { result } from './example-result.golden.ts'

export const brokenOrder = result({
  id: 'messages.stream-order',
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  reading: 'S1',
  statement: 'Events come in the order of section 6: a block that is opened is closed before `message_stop`.',
  verdict: 'fail',
  reason:
    'while in a block, expected content_block_delta or content_block_stop, got message_stop (event 3) (and 4 more)',
  findings: [
    {
      message: 'while in a block, expected content_block_delta or content_block_stop, got message_stop (event 3)',
      at: { in: 'event', index: 3, pointer: '/type' },
      path: 'event 3 /type',
      expected: ['content_block_delta', 'content_block_stop'],
      actual: 'message_stop',
      departure: { state: 'in a block', permitted: ['content_block_delta', 'content_block_stop'], event: 3 },
      exchange: 'coverage.messages.stream.plain',
      curl: `curl -sS -N 'https://gateway.example/api/v1/messages' -H "x-api-key: $MGI_API_KEY" -H 'content-type: application/json' --data '{"model":"vendor-text-b","max_tokens":64,"stream":true,"messages":[{"role":"user","content":"a small green boat"}]}'`,
      replay: 'mgi run https://gateway.example/api --seed 20260921 --replay coverage.messages.stream.plain',
    },
  ],
  findingsTotal: 5,
})

/** The same five times over, and one more at another place; a list of known failures excuses it. */
export const excusedOrder: RequirementResult = {
  ...brokenOrder,
  known: 'messages.stream-*',
  findings: [
    ...Array.from({ length: 5 }, (_, index) => ({
      ...brokenOrder.findings[0]!,
      exchange: `coverage.messages.stream.${index}`,
    })),
    { message: 'nothing comes after message_stop', path: 'event 9 /type', exchange: 'coverage.messages.stream.9' },
  ],
  findingsTotal: 40,
}

export const brokenTokens = result({
  id: 'messages.reply-usage',
  statement: '`usage` has `input_tokens` and `output_tokens`, both integers.',
  verdict: 'fail',
  findings: [
    {
      message: '/usage/input_tokens is "12", not integer',
      at: { in: 'body', pointer: '/usage/input_tokens' },
      path: '/usage/input_tokens',
      expected: 'integer',
      actual: '12',
      exchange: 'exploration.messages.create.17',
      replay: 'mgi run https://gateway.example/api --seed 20260921 --replay exploration.messages.create.17',
      shrunk: 'shrink.messages.create.17.3',
    },
    {
      message: '/usage/output_tokens is missing',
      at: { in: 'body', pointer: '/usage/output_tokens' },
      path: '/usage/output_tokens',
      expected: 'present',
      exchange: 'exploration.messages.create.17',
      intermittent: true,
    },
  ],
})

/** Known to fail, and the same in many exchanges. */
export const brokenEnd = result({
  id: 'messages.stream-end',
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  reading: 'S7',
  statement: 'A stream ends with `message_stop`.',
  verdict: 'fail',
  known: 'messages.stream-*',
  reason: 'ended while in a block, expected content_block_delta or content_block_stop (and 2 more)',
  findings: ['messages.stream/exploration/valid-07', 'messages.isolation/01', 'messages.isolation/02'].map(
    (exchange) => ({
      message: 'ended while in a block, expected content_block_delta or content_block_stop',
      expected: 'message_stop',
      departure: { state: 'in a block', permitted: ['content_block_delta', 'content_block_stop'] },
      exchange,
    }),
  ),
})

export const impliedReason = result({
  id: 'messages.reply-tool-use-reason',
  level: 'implied',
  reading: 'M8',
  statement: '`stop_reason` "tool_use" comes with a `tool_use` block.',
  verdict: 'warn',
  findings: [
    {
      message: 'stop_reason is "tool_use", but no block is of type tool_use',
      at: { in: 'body', pointer: '/stop_reason' },
      path: '/stop_reason',
      actual: 'tool_use',
      exchange: 'exploration.messages.create.17',
    },
  ],
})
