import type { Probe } from '../../core/model/plan.ts'

/** The most requests of a conversation. Each is a model call. */
const mostTurns = 5

/** The most images that are generated, edited and varied, one per request. */
const mostPictures = 4

const kibibyte = 1024

const conversation = {
  purpose: "a conversation drawn from the seed, which goes on with the target's own replies and tool ids",
  requests: mostTurns,
  cost: { calls: mostTurns, images: 0 },
  readsReplies: 64 * kibibyte,
} as const

/**
 * Sequences of requests that are drawn from the seed. Conversations continue with the target's own replies and tool
 * ids, and are streamed, repeated or sent twice at once. Image sequences edit and vary images of the target. Their
 * generators are loaded when they are sent.
 */
export const sequences: readonly Probe[] = [
  {
    id: 'images.own-pictures',
    operation: 'images.generate',
    profile: 'standard',
    aims: [],
    purpose: 'pictures drawn from the seed: the target edits and varies what it drew itself',
    requests: mostPictures,
    cost: { calls: 0, images: mostPictures },
    // An image of less than 4 MB in base64.
    readsReplies: 6 * kibibyte * kibibyte,
    steps: async ({ seed, operations }) => {
      const [{ drawCommands, followCommands }, { drawingCommands, noDrawing }] = await Promise.all([
        import('./command.ts'),
        import('./images.ts'),
      ])
      return followCommands(drawCommands(drawingCommands, seed), noDrawing, { most: mostPictures, operations })
    },
  },
  {
    id: 'content.conversation',
    operation: 'content.generate',
    profile: 'standard',
    aims: [],
    ...conversation,
    steps: async ({ seed, operations }) => {
      const [{ drawCommands, followCommands }, { emptyConversation, contentCommands }] = await Promise.all([
        import('./command.ts'),
        import('./content.ts'),
      ])
      return followCommands(drawCommands(contentCommands, seed), emptyConversation, { most: mostTurns, operations })
    },
  },
  {
    id: 'messages.conversation',
    operation: 'messages.create',
    profile: 'standard',
    aims: [],
    ...conversation,
    steps: async ({ seed, operations }) => {
      const [{ drawCommands, followCommands }, { conversationCommands, noTurns }] = await Promise.all([
        import('./command.ts'),
        import('./messages.ts'),
      ])
      return followCommands(drawCommands(conversationCommands, seed), noTurns, { most: mostTurns, operations })
    },
  },
]

/** Returns the sequences of one round of exploration. Each round has others; the same seed gives the same ones. */
export function sequencesOfRound(round: number): readonly Probe[] {
  return sequences.map((probe) => ({ ...probe, id: `${probe.id}-${round}` }))
}
