import type { Probe, ProbeContext, Steps } from '../../model/plan.ts'
import type { Endpoint } from '../../model/vocabulary.ts'

/** So many requests one sequence sends, each of which is a model call. */
const most = 5

/**
 * Sequences of requests that are drawn from the seed: conversations that grow by the target's own replies and tool ids,
 * streamed, repeated and sent twice at the same time as it comes. What draws them is loaded when they are sent.
 */
export const sequences: readonly Probe[] = [
  {
    ...sequence('content.generate', 'content.conversation', async ({ seed }) => {
      const [{ drawCommands, follow }, { noTalk, talkCommands }] = await Promise.all([
        import('./command.ts'),
        import('./content.ts'),
      ])
      return follow(drawCommands(talkCommands, seed), noTalk, most)
    }),
  },
  {
    ...sequence('messages.create', 'messages.conversation', async ({ seed }) => {
      const [{ drawCommands, follow }, { conversationCommands, noTurns }] = await Promise.all([
        import('./command.ts'),
        import('./messages.ts'),
      ])
      return follow(drawCommands(conversationCommands, seed), noTurns, most)
    }),
  },
]

/** The sequences of one round of an exploration that goes on: the same ones for the same seed, in each round others. */
export function sequencesOfRound(round: number): readonly Probe[] {
  return sequences.map((probe) => ({ ...probe, id: `${probe.id}-${round}` }))
}

function sequence(operation: Endpoint, id: string, steps: (context: ProbeContext) => Promise<Steps>): Probe {
  return {
    ...{ id, operation, steps, profile: 'standard', aims: [], readsReplies: true },
    purpose: "a conversation drawn from the seed, which goes on with the target's own replies and tool ids",
    requests: most,
    cost: { calls: most, images: 0 },
  }
}
