import { expect, test } from 'vitest'
import { endpoints } from '../../model/vocabulary.ts'
import { drawCommands, followCommands, type SequenceCommand } from './command.ts'
import { sequences, sequencesOfRound } from './index.ts'
import { conversationCommands, noTurns } from './messages.ts'

const context = { seed: 7, profile: 'standard', operations: endpoints } as const

test('the same seed draws the same requests, another one others, within what was announced', async () => {
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

test('a command that is not possible is passed over, and so is one that would send too much or to an operation that is absent', () => {
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
  ['its own id', { content: [{ type: 'text', text: ' ' }, use], stop_reason: 'tool_use' }, 'toolu_own'],
  ['nothing where the reply was cut', { content: [use], stop_reason: 'max_tokens' }, undefined],
  ['nothing where the input is no object', { content: [{ ...use, input: 'x' }], stop_reason: 'tool_use' }, undefined],
])('the target gets %s back', (_, json, id) => {
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
