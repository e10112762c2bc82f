import { expect, test } from 'vitest'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import type { Fault } from '../../reference-server/faults/fault.ts'
import type { ConnectionState } from '../../reference-server/incoming-request.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { type Behaviour, startInFront } from '../bad-targets/in-front.ts'
import { recordedRun } from '../recorded-run.ts'
import type { Listening } from '../servers.ts'

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** Returns the common grounds that a report on a server names, of failures and of requests that were served at other times. */
async function namedOf(server: Listening, area: Area, seed = 1): Promise<readonly string[]> {
  try {
    const { report } = await recordedRun({ url: server.url, areas: [area], seed })
    const results = report.requirements.flatMap(({ operations }) => operations)
    const shared = results.flatMap(({ findings: [first] }) => first?.shared ?? [])
    return [...shared, ...(report.traffic ?? []).flatMap(({ servedSometimes }) => servedSometimes?.only ?? [])]
  } finally {
    await server.close()
  }
}

type Change = (message: Readonly<Record<string, unknown>>) => unknown

function changing(change: Change): Fault {
  return {
    id: 'changed',
    breaks: [],
    alter: (reply) =>
      reply.status === 200 && reply.body.kind === 'json'
        ? { ...reply, body: { kind: 'json', value: change(reply.body.value as Readonly<Record<string, unknown>>) } }
        : reply,
  }
}

const withoutId: Change = ({ id: _id, ...message }) => message

/** Leaves out the id of a tenth of all messages by chance. */
function byChance(seed: number): Change {
  let state = seed
  return (message) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648 < 0.1 ? withoutId(message) : message
  }
}

test.each(seeds)('with seed %i, no circumstance is named without one', async (seed) => {
  const named = async (faults: readonly Fault[]) =>
    namedOf(await startReferenceServer({ faults: [...faults] }), 'messages', seed)
  expect(await named([])).toEqual([])
  expect(await named([changing(withoutId)])).toEqual([])
  expect(await named([changing(byChance(seed))])).toEqual([])
})

test('a defect of later images is named as such', async () => {
  const later: Change = ({ data, ...reply }) =>
    Array.isArray(data) ? { ...reply, data: data.map((image, index) => (index === 0 ? image : {})) } : reply
  const named = await namedOf(await startReferenceServer({ faults: [changing(later)] }), 'images')
  expect(named.some((text) => text.startsWith('only in items of `data` after the first: '))).toBe(true)
})

/** Leaves out the id of each reply to bytes that were sent before. */
function forgetful(): Behaviour {
  const sent = new Set<string>()
  return async (request, forward) => {
    const { 'user-agent': _agent, host: _host, ...headers } = request.headers
    const bytes = JSON.stringify([request.path, headers, request.body.toString('latin1')])
    const answer = await forward(request)
    const isAgain = sent.has(bytes)
    sent.add(bytes)
    if (!isAgain || answer.status !== 200 || !answer.type.includes('json')) return answer
    return { ...answer, body: JSON.stringify(withoutId(JSON.parse(String(answer.body)))) }
  }
}

test('a defect of replies to bytes that were sent before is named as such', async () => {
  const named = await namedOf(await startInFront(forgetful()), 'messages')
  expect(named.some((text) => text.startsWith('only from the second time that the same bytes are sent: '))).toBe(true)
})

/** Omits the index of each event that begins a tool use. */
const withoutIndexOfTools: Behaviour = async (request, forward) => {
  const answer = await forward(request)
  const lines = String(answer.body).split('\n')
  const altered = lines.map((line) => (line.includes('"tool_use","') ? line.replace(/"index":\d+,/, '') : line))
  return answer.type.includes('event-stream') ? { ...answer, body: altered.join('\n') } : answer
}

test('a defect of one kind of event is named as such', async () => {
  const named = await namedOf(await startInFront(withoutIndexOfTools), 'messages')
  expect(named.some((text) => text.startsWith('only where the reply has content_block_start of tool_use: '))).toBe(true)
})

/** Answers valid requests with this status while two others are under way. */
function busyBeside(status: number): Behaviour {
  let underWay = 0
  return async (request, forward) => {
    underWay += 1
    try {
      const answer = await forward(request)
      const type = status === 429 ? 'rate_limit_error' : 'invalid_request_error'
      const error = { error: { type, message: 'Too much at once.', code: 'invalid' } }
      const isBusy = underWay > 2 && answer.status === 200
      return isBusy ? { status, type: 'application/json', body: JSON.stringify(error) } : answer
    } finally {
      underWay -= 1
    }
  }
}

async function causesOf(server: Listening, area: Area = 'messages') {
  try {
    const { report } = await recordedRun({ url: server.url, areas: [area] })
    return report.causes.map(({ title }) => title)
  } finally {
    await server.close()
  }
}

test('a rejection of valid requests while others are under way has a cause that names it', async () => {
  const causes = await causesOf(await startInFront(busyBeside(400)))
  expect(causes).not.toEqual([])
  for (const title of causes)
    expect(title).toMatch(
      /^Rejected \(400: "Too much at once\."\) valid requests only .* under way; expected a 2xx status/,
    )
})

test('a request to wait while others are under way has no cause', async () => {
  expect(await causesOf(await startInFront(busyBeside(429)))).toEqual([])
})

test('a rejection of valid requests from a place on their connection has one cause that names it', async () => {
  const late: Fault = {
    id: 'rejects-late',
    breaks: [],
    reject: ({ endpoint, connection }) => endpoint === 'messages.stream' && (connection?.place ?? 1) >= 5,
  }
  expect(await causesOf(await startReferenceServer({ faults: [late] }))).toEqual([
    expect.stringMatching(
      /^Rejected \(400: .*\) valid requests only from the 5th request on a connection; expected a 2xx/,
    ),
  ])
})

test.each<readonly [string, (connection: ConnectionState) => boolean]>([
  [
    'after a request that was rejected for its key on the same connection',
    ({ previous }) => previous?.isRejected === true,
  ],
  ['from the 5th request on a connection', ({ place }) => place >= 5],
])('requests for token usage that are rejected only %s are told from others', async (only, isRejected) => {
  const fault: Fault = {
    id: 'rejects-on-connection',
    breaks: [],
    reject: ({ endpoint, connection }) =>
      endpoint === 'usage.token' && connection !== undefined && isRejected(connection),
  }
  expect(await causesOf(await startReferenceServer({ faults: [fault] }), 'token-usage')).toEqual([
    expect.stringContaining(` valid requests only ${only}; expected a 2xx status`),
  ])
})
