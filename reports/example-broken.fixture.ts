import type { Cause, RequirementResult } from '../conformance/core/model/report.ts'
import { result } from './example-result.fixture.ts'

export const brokenOrder = result({
  id: 'messages.stream-order',
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  interpretation: 'S1',
  statement: 'Events come in the order of section 6: a block that is opened is closed before `message_stop`.',
  verdict: 'fail',
  reason: 'event 3 is message_stop in a block; expected content_block_delta or content_block_stop (and 4 more)',
  findings: [
    {
      message: 'event 3 is message_stop in a block; expected content_block_delta or content_block_stop',
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

const [onStream] = brokenOrder.operations

/** Five findings at one place and one at another. A list of known failures excuses the result. */
export const excusedOrder: RequirementResult = result({
  ...brokenOrder,
  ...onStream!,
  known: 'messages.stream-*',
  findings: [
    ...Array.from({ length: 5 }, (_, index) => ({
      ...onStream!.findings[0]!,
      exchange: `coverage.messages.stream.${index}`,
    })),
    { message: 'nothing comes after message_stop', path: 'event 9 /type', exchange: 'coverage.messages.stream.9' },
  ],
  findingsTotal: 40,
  violating: 6,
})

/** Fails on one operation and passes on another. */
const brokenTokensOnCreate = {
  id: 'messages.reply-usage',
  statement: '`usage` has `input_tokens` and `output_tokens`, both integers.',
  verdict: 'fail' as const,
  findings: [
    {
      message: '/usage/input_tokens is "12", not integer',
      at: { in: 'body' as const, pointer: '/usage/input_tokens' },
      path: '/usage/input_tokens',
      expected: 'integer',
      actual: '12',
      exchange: 'exploration.messages.create.17',
      replay: 'mgi run https://gateway.example/api --seed 20260921 --replay exploration.messages.create.17',
      shared: 'the 3 with `stop_sequences` fail, the 9 others pass',
      closest: 'coverage.messages.create.plain',
      shrunk: 'shrink.messages.create.17.3',
    },
    {
      message: '/usage/output_tokens is missing',
      at: { in: 'body' as const, pointer: '/usage/output_tokens' },
      path: '/usage/output_tokens',
      expected: 'present',
      exchange: 'exploration.messages.create.17',
      intermittent: true as const,
    },
  ],
}

export const brokenTokens = result(brokenTokensOnCreate, [
  { operation: 'messages.stream', example: 'coverage.messages.stream.plain' },
])

/** A known failure with the same finding in many exchanges. */
export const brokenEnd = result({
  id: 'messages.stream-end',
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  interpretation: 'S7',
  statement: 'A stream ends with `message_stop`.',
  verdict: 'fail',
  known: 'messages.stream-*',
  reason: 'stream ended without `message_stop` (last event: `content_block_delta`) (and 2 more)',
  findings: ['messages.stream/drawn/07', 'messages.isolation/01', 'messages.isolation/02'].map((exchange) => ({
    message: 'stream ended without `message_stop` (last event: `content_block_delta`)',
    expected: 'message_stop',
    departure: { state: 'in a block', permitted: ['content_block_delta', 'content_block_stop'] },
    exchange,
  })),
})

export const impliedReason = result({
  id: 'messages.reply-tool-use-reason',
  level: 'implied',
  interpretation: 'M8',
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

/** Inconclusive on one operation because another failure blocks it, and passed on the other operation. */
export const blockedUsage = result(
  {
    id: 'messages.usage-agrees',
    statement: '`usage` of a stream agrees with that of the reply.',
    operation: 'messages.create',
    example: 'exploration.messages.create.17',
  },
  [
    {
      operation: 'messages.stream',
      verdict: 'inconclusive',
      blockedBy: ['messages.stream-order'],
      exchanges: 5,
      findings: [
        {
          message: 'inconclusive: the events were out of order before any usage',
          exchange: 'coverage.messages.stream.plain',
        },
      ],
    },
  ],
)

/** Not tested because another failure blocks it. */
export const blockedDelta = result({
  id: 'messages.stream-delta-type',
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  statement: 'A delta has a `type`.',
  verdict: 'skipped',
  reason: 'not tested: no response contained the feature this rule covers',
  blockedBy: ['messages.stream-order', 'messages.stream-end'],
  exchanges: 0,
})

export const causes: readonly Cause[] = [
  {
    id: 'stream-cut-messages',
    title: 'streams of `messages.stream` break off inside a block',
    requirements: [
      { requirement: 'messages.stream-order', operation: 'messages.stream' },
      { requirement: 'messages.stream-end', operation: 'messages.stream' },
    ],
    blocks: [
      { requirement: 'messages.usage-agrees', operation: 'messages.stream' },
      { requirement: 'messages.stream-delta-type', operation: 'messages.stream' },
    ],
    hint: 'Look for a proxy between the target and its clients that closes connections.',
    knownDefects: ['streams-cut-by-a-proxy'],
    clients: [
      {
        client: 'anthropic-sdk',
        packages: ['@anthropic-ai/sdk 1.12.0'],
        effect: 'breaks',
        exercise: 'stream',
        detail: 'AnthropicError: stream ended without producing a Message with role=assistant',
      },
      {
        client: 'ai-sdk-anthropic',
        packages: ['@ai-sdk/anthropic 4.0.105', 'ai 7.0.173'],
        effect: 'may-be-wrong',
        exercise: 'usage',
        detail: '/usage/outputTokens: 22 → 0',
      },
      {
        client: 'langchain-anthropic',
        packages: ['@langchain/anthropic 1.5.11', '@langchain/core 1.4.0'],
        effect: 'may-be-wrong',
        exercise: 'usage',
        detail: '/usage/outputTokens: 22 → 0',
      },
    ],
  },
]
