import { expect, test } from 'vitest'
import { endpoints } from '../../core/model/vocabulary.ts'
import { drawCommands, followCommands, type SequenceCommand } from './command.ts'
import { sequences, sequencesOfRound } from './index.ts'
import { conversationCommands, noTurns } from './messages.ts'

const context = { seed: 7, profile: 'standard', operations: endpoints } as const

test('sequences are deterministic, depend on the seed and stay within their number of requests', async () => {
  for (const probe of sequences) {
    const firsts = []
    for (const seed of [7, 7, 8]) {
      const steps = await probe.steps({ ...context, seed })
      firsts.push(JSON.stringify(steps.next().value))
      let sent = 1
      // Without a response, the sequence cannot build on it.
      for (let step = steps.next([null]); !step.done; step = steps.next([null, null])) sent += step.value.length
      expect(sent).toBeLessThanOrEqual(probe.requests)
    }
    expect(firsts[0]).toBe(firsts[1])
    expect(firsts[0]).not.toBe(firsts[2])
  }
  expect(sequencesOfRound(2).map(({ id }) => id)).toEqual([
    'images.own-pictures-2',
    'content.conversation-2',
    'messages.conversation-2',
  ])
})

test('impossible commands are skipped, and those with too many requests or an absent operation', () => {
  const sent = (name: string, count = 1): SequenceCommand<readonly string[]> => ({
    operation: name === 'd' ? 'messages.stream' : 'messages.create',
    isPossible: (said) => !said.includes(name),
    requests: () =>
      Array.from({ length: count }, () => ({ method: 'GET', path: `/${name}`, headers: [], body: new Uint8Array() })),
    learn: (said) => [...said, name],
  })
  const steps = followCommands([sent('a'), sent('a'), sent('b', 3), sent('d'), sent('c')], [], {
    most: 2,
    operations: ['messages.create'],
  })
  const paths = []
  for (let step = steps.next(); !step.done; step = steps.next([])) paths.push(...step.value.map(({ path }) => path))
  expect(paths).toEqual(['/a', '/c'])
})

const use = { type: 'tool_use', id: 'toolu_own', name: 'get_weather', input: { city: 'Oslo' } }

test.each([
  ['the id from the reply', { content: [{ type: 'text', text: ' ' }, use], stop_reason: 'tool_use' }, 'toolu_own'],
  ['no id if the reply was cut', { content: [use], stop_reason: 'max_tokens' }, undefined],
  ['no id if the input is not an object', { content: [{ ...use, input: 'x' }], stop_reason: 'tool_use' }, undefined],
])('the tool result of a sequence uses %s', (_, json, id) => {
  const steps = followCommands(drawCommands(conversationCommands, 1), noTurns, { most: 12, operations: endpoints })
  const bodies: string[] = []
  for (
    let step = steps.next();
    !step.done;
    step = steps.next(step.value.map(() => ({ status: 200, headers: [], json })))
  ) {
    bodies.push(...step.value.map(({ body }) => new TextDecoder().decode(body)))
  }
  const ids = bodies.flatMap((body) => [...body.matchAll(/"tool_use_id":"([^"]*)"/g)].map(([, found]) => found))
  expect([...new Set(ids)]).toEqual(id === undefined ? [] : [id])
})

const thought = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }
const spoken = { type: 'text', text: 'Blue.', citations: null }

test('a conversation continues after a stream as after a plain reply, with every block as it came', () => {
  const message = { content: [thought, spoken], stop_reason: 'end_turn' }
  const events = [
    ...message.content.map((content_block, index) => ({ type: 'content_block_start', index, content_block })),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
  ]
  for (const contents of [{ json: message }, { events }]) {
    const steps = followCommands(drawCommands(conversationCommands, 3), noTurns, { most: 12, operations: endpoints })
    const bodies: string[] = []
    for (let step = steps.next(); !step.done; ) {
      bodies.push(...step.value.map(({ body }) => new TextDecoder().decode(body)))
      step = steps.next(step.value.map(() => ({ status: 200, headers: [], ...contents })))
    }
    const [asItCame, asListed] = [JSON.stringify([thought, spoken]), JSON.stringify([{ type: 'text', text: 'Blue.' }])]
    expect(bodies.filter((body) => body.includes(asItCame)).length).toBeGreaterThan(0)
    expect(bodies.filter((body) => body.includes(asListed)).length).toBeGreaterThan(0)
  }
})
