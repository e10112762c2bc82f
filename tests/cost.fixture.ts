import type { IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import type { Exchange } from '../conformance/core/model/exchange.ts'
import type { Cost } from '../conformance/core/model/operation.ts'
import type { Plan } from '../conformance/core/model/plan.ts'
import { keptPlan } from '../conformance/laboratory/selftest/trial-run.ts'
import type { Config } from '../conformance/product/config/config.ts'
import { explorationOf } from '../conformance/product/config/run-options.ts'
import { certified } from '../conformance/product/run/certify.ts'
import { type CostEstimate, costEstimateOf, type PricedOptions } from '../conformance/product/run/plan/promise.ts'
import type { Finished } from '../conformance/product/run/run.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { serve } from './serve.ts'

/** A run with its planned maximum cost and its actual cost. */
export interface Costed extends Finished {
  readonly promised: CostEstimate
  readonly cost: Cost
  /** All exchanges except those of the preflight. */
  readonly exchanges: readonly Exchange[]
}

/** Runs against a target, and counts billed responses (2xx) independently of the report. */
export async function costed(
  target: string,
  options: Config,
  onNote?: (text: string) => void,
  onCount: (count: number) => void = () => {},
): Promise<Costed> {
  const exchanges: Exchange[] = []
  const cost = { calls: 0, images: 0 }
  let told: Plan | undefined
  const finished = await certified({
    target,
    key: 'test-key',
    timeout: 20,
    env: {},
    plans: keptPlan,
    ...options,
    onNote,
    onStart: ({ plan }) => {
      told = plan
    },
    onExchange: (exchange) => {
      exchanges.push(exchange)
      onCount(exchanges.length)
      const { status = 0 } = exchange.response ?? {}
      const operation = catalogue.operations.find((one) => one.matches(exchange.request))
      if (status < 200 || status > 299 || operation === undefined) return
      const own = operation.cost(operation.read(exchange.request))
      cost.calls += own.calls
      cost.images += own.images
    },
  })
  const promised = costEstimateOf(told ?? finished.plan, limitsIn(options), catalogue.operations)
  return { ...finished, promised, cost, exchanges }
}

function limitsIn({ profile = 'standard', explore, maxRequests, maxBilled, maxImages }: Config): PricedOptions {
  return { profile, maxRequests, maxBilled, maxImages, explore: explorationOf(explore) }
}

/** Returns a plausible reply to any request, as a server without validation would send it. */
function plausibleReply({ url = '' }: IncomingMessage, body: string): readonly [type: string, body: string] {
  if (url.startsWith('/v1/images'))
    return ['application/json', JSON.stringify({ created: 1, data: [{ b64_json: pixel }] })]
  if (url.startsWith('/api/usage')) return ['application/json', JSON.stringify({ code: true, message: 'ok', data: {} })]
  if (url.includes(':streamGenerateContent')) return ['text/event-stream', `data: ${JSON.stringify(content)}\n\n`]
  if (url.includes(':generateContent')) return ['application/json', JSON.stringify(content)]
  return /"stream"\s*:\s*true/.test(body)
    ? ['text/event-stream', stream]
    : ['application/json', JSON.stringify(message)]
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const content = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Blue.' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2, totalTokenCount: 6 },
}

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'messages-model-1',
  content: [{ type: 'text', text: 'Blue.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 4, output_tokens: 2 },
}

const stream = [
  { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Blue.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
]
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('')

/** Starts a target that accepts every request. */
export async function lenientTarget(): Promise<string> {
  const { url } = await serve((request, response) => {
    let body = ''
    request.setEncoding('latin1').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const [type, said] = plausibleReply(request, body)
      response.writeHead(200, { 'content-type': type }).end(said)
    })
  })
  return url
}

/** Expects that neither the responses nor the report exceed the planned maximum. */
export function expectKept({ promised: { worst }, cost, exchanges, report }: Costed): void {
  expect(exchanges.length).toBeLessThanOrEqual(worst.requests ?? Number.POSITIVE_INFINITY)
  expect(cost.calls).toBeLessThanOrEqual(worst.calls)
  expect(cost.images).toBeLessThanOrEqual(worst.images)
  expect(report.summary.billed.calls).toBeLessThanOrEqual(worst.calls)
  expect(report.summary.billed.images).toBeLessThanOrEqual(worst.images)
}
