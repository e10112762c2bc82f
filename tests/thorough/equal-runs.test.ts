import { expect, test } from 'vitest'
import { operationsOf } from '../../conformance/core/model/requirement.ts'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import type { Answer, Behaviour } from '../bad-targets/in-front.ts'
import { jsonOf } from '../bad-targets/operation-of.ts'
import {
  altering,
  bothLengths,
  dropping,
  json,
  malformedChunks,
  notGzip,
  rejecting,
  startGateway,
  threeFacts,
  tooShort,
} from '../causes/gateways.ts'
import { judgedRun } from '../judged-run.ts'
import { untilTestEnds } from '../serve.ts'

/** The number of runs of each gateway (`RUNS=10` raises it). */
const runs = Number(process.env['RUNS'] ?? 2)

interface Unusual {
  readonly gateway: string
  readonly area: Area
  readonly behaviour?: Behaviour
  readonly faults?: readonly string[]
}

const content = ['content.generate', 'content.stream'] as const
const messages = ['messages.create', 'messages.stream'] as const
const images = ['images.generate', 'images.edit', 'images.variation'] as const

const error = (status: number, message = 'No.') => json(status, { error: { type: 'api_error', message, code: 'no' } })
const cut: Answer = { status: 200, type: 'application/json', body: '', raw: '' }

/** Answers the requests whose bodies have a member, at any depth, in another way. */
function having(name: string, answer: Answer): Behaviour {
  return async (request, forward) => (request.body.includes(`"${name}"`) ? answer : forward(request))
}

/** Answers the requests with more of something than `most`. */
function above(most: number, count: (body: Record<string, unknown>) => number): Behaviour {
  return async (request, forward) => (count(jsonOf(request.body)) > most ? error(400, 'Too many.') : forward(request))
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** Accepts every request whose body is JSON: an invalid one gets the reply to `plain`. */
function lenient(plain: Behaviour): Behaviour {
  let kept: Answer | undefined
  return async (request, forward) => {
    const answer = await plain(request, forward)
    if (answer?.status === 200 && answer.type.startsWith('application/json')) kept ??= answer
    return answer?.status === 400 && kept !== undefined ? kept : answer
  }
}

const serving: Behaviour = (request, forward) => forward(request)

const unusual: readonly Unusual[] = [
  { gateway: 'accepts what messages rejects', area: 'messages', behaviour: lenient(serving) },
  { gateway: 'accepts what content rejects', area: 'content-generation', behaviour: lenient(serving) },
  { gateway: 'answers invalid messages with 500', area: 'messages', behaviour: rejecting(messages, () => error(500)) },
  {
    gateway: 'answers invalid content with 422',
    area: 'content-generation',
    behaviour: rejecting(content, () => error(422)),
  },
  { gateway: 'answers invalid images with 503', area: 'images', behaviour: rejecting(images, () => error(503)) },
  { gateway: 'breaks off at invalid messages', area: 'messages', behaviour: rejecting(messages, () => cut) },
  { gateway: 'both lengths on rejections', area: 'messages', behaviour: rejecting(messages, bothLengths) },
  { gateway: 'malformed chunks in replies', area: 'content-generation', behaviour: altering(content, malformedChunks) },
  { gateway: 'replies that are no gzip', area: 'messages', behaviour: altering(['messages.create'], notGzip) },
  { gateway: 'replies that are too short', area: 'images', behaviour: altering(['images.generate'], tooShort) },
  { gateway: 'streams with three defects', area: 'messages', behaviour: altering(['messages.stream'], threeFacts) },
  { gateway: 'drops tool_choice', area: 'messages', behaviour: dropping('tool_choice') },
  { gateway: 'drops toolConfig', area: 'content-generation', behaviour: dropping('toolConfig', 'tool_config') },
  { gateway: 'rejects thinking', area: 'messages', behaviour: having('thinking', error(400)) },
  { gateway: 'fails on tools', area: 'messages', behaviour: having('tools', error(500)) },
  {
    gateway: 'drops the connection at safety settings',
    area: 'content-generation',
    behaviour: having('safetySettings', cut),
  },
  { gateway: 'takes five messages', area: 'messages', behaviour: above(5, (body) => lengthOf(body['messages'])) },
  {
    gateway: 'takes four contents',
    area: 'content-generation',
    behaviour: above(4, (body) => lengthOf(body['contents'])),
  },
  {
    gateway: 'three defects of messages',
    area: 'messages',
    faults: ['messages-stream-no-stop', 'messages-null-text', 'messages-error-no-code'],
  },
  {
    gateway: 'a key is answered with 403',
    area: 'token-usage',
    behaviour: async (request, forward) => {
      const answer = await forward(request)
      return answer.status === 401 ? { ...answer, status: 403 } : answer
    },
  },
]

/** The results that the load of this machine decides. */
const ofTime: ReadonlySet<string> = new Set(
  catalogue.requirements
    .filter(({ needs }) => needs.includes('timing'))
    .flatMap((one) => operationsOf(one).map((operation) => `${one.id} ${operation}`)),
)

test.each(unusual)('equal runs find the same: $gateway', async ({ area, behaviour, faults = [] }) => {
  const found = []
  for (let run = 0; run < runs; run += 1) {
    const { url } = await untilTestEnds(startGateway(faults, behaviour))
    const { results, passed, causes } = await judgedRun({ url, close: async () => {} }, [area])
    found.push({ results, passed: [...passed].filter((result) => !ofTime.has(result)), causes })
  }
  for (const other of found.slice(1)) expect(other).toEqual(found[0])
})
