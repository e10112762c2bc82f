import { isObject, itemsOf, type Members, member } from '../../../../../schemas/json.ts'
import type { Operation, RequestValue } from '../../../../core/model/operation.ts'
import type { Probe, ProbeContext } from '../../../../core/model/plan.ts'
import { goingAwayProbe } from '../../going-away.ts'
import { nonce } from '../../nonces.ts'
import { credentialProbes, rejectionProbe } from '../../rejection-probes.ts'
import { messageFrom } from '../joined-events.ts'
import { createMessage, streamMessage } from '../operations.ts'
import { asks, messageTurn, streamed, weatherTools } from '../request-values.ts'

const plain = asks([messageTurn('user', 'Name a color of the rainbow.')])

const credentials = credentialProbes({
  plain: [
    [createMessage, plain],
    [streamMessage, streamed(plain)],
  ],
  credentials: ['missing', 'invalid'],
  id: (operation) => `${operation}-credentials`,
  purpose: 'a plain request without a key, and one with an unknown key',
  aims: () => ['messages.key-missing-rejected', 'messages.key-invalid-rejected', 'messages.error-word-of-401'],
})

const plainRequest = createMessage.write(plain)

const malformedJson = rejectionProbe({
  id: 'messages.malformed-json',
  operation: createMessage,
  purpose: 'a body that is cut in the middle of its JSON',
  profile: 'smoke',
  aims: ['messages.malformed-json-rejected', 'messages.error-status-400', 'messages.error-word-of-400'],
  requests: [{ ...plainRequest, body: plainRequest.body.slice(0, plainRequest.body.length >> 1) }],
})

/**
 * Documents that no target can accept. The specification shows no valid one (interpretation M6), so there is no control
 * request. Acceptance is a finding; a rejection proves nothing.
 */
const documents = [
  documentProbe('messages.documents', createMessage, (value) => value),
  documentProbe('messages.streamed-documents', streamMessage, streamed),
]

function documentProbe(id: string, operation: Operation, asked: (value: RequestValue) => RequestValue): Probe {
  const broken = [{ type: 'document' }, { type: 'document', source: 7 }]
  return rejectionProbe({
    id,
    operation,
    purpose: 'a document block without a source, and one whose source is a number',
    aims: ['messages.document-source-missing-rejected', 'messages.document-source-type-rejected'],
    requests: broken.map((block) => operation.write(asked(asks([messageTurn('user', [block])])))),
  })
}

const together = 8

/** Probes with concurrent requests, each with its own nonce (interpretation G17). */
const isolation = [isolationProbe(createMessage, (value) => value), isolationProbe(streamMessage, streamed)]

function isolationProbe(operation: Operation, asked: (value: RequestValue) => RequestValue): Probe {
  return {
    id: `${operation.id}-isolation`,
    operation: operation.id,
    purpose: `${together} requests, as many at the same time as the run allows, each asked to repeat a word of its own`,
    profile: 'standard',
    aims: ['messages.replies-do-not-mix', 'messages.reply-id-unique'],
    isTogether: true,
    requests: together,
    cost: { calls: together, images: 0 },
    *steps({ seed }) {
      yield Array.from({ length: together }, (_, ordinal) => {
        const text = `Repeat this word and nothing else: ${nonce(seed, ordinal)}`
        return operation.write(asked(asks([messageTurn('user', text)])))
      })
    },
  }
}

const goingAway = goingAwayProbe({
  id: 'messages.going-away',
  stream: streamMessage,
  plain: createMessage,
  aims: ['messages.replies-do-not-mix', 'messages.stream-plain-request-accepted'],
  asking: (operation, text) => {
    const value = asks([messageTurn('user', text)], { max_tokens: 1024 })
    return operation.write(operation === streamMessage ? streamed(value) : value)
  },
})

const weatherQuestion = messageTurn('user', 'What is the weather in Oslo? Use the tool.')

const forcedUse = asks([weatherQuestion], { tools: weatherTools, tool_choice: { type: 'any' } })

/** A forced tool use in a stream, which is where coding agents meet a gateway first. */
const streamedToolUse: Probe = {
  id: 'messages.streamed-tool-use',
  operation: 'messages.stream',
  purpose: 'a streamed reply that uses a tool',
  profile: 'smoke',
  aims: ['messages.tool-choice-any-accepted', 'messages.tool-choice-any-obeyed', 'messages.tool-use-input-fits'],
  requests: 1,
  cost: { calls: 1, images: 0 },
  *steps() {
    yield [streamMessage.write(streamed(forcedUse))]
  },
}

/** A tool loop that continues from the target's own tool use, with its id (section 2.8), after a stream if possible. */
export const ownToolLoop = [
  {
    id: 'messages.own-tool-loop',
    operation: 'messages.create',
    purpose: "a tool use that the target asked for, sent back with its result under the target's own id",
    profile: 'standard',
    aims: ['messages.tool-loop-accepted'],
    requests: 2,
    cost: { calls: 2, images: 0 },
    readsReplies: 64 * 1024,
    *steps({ operations }: Pick<ProbeContext, 'operations'>) {
      const isStreamed = operations.includes('messages.stream')
      const [answer] = yield [isStreamed ? streamMessage.write(streamed(forcedUse)) : createMessage.write(forcedUse)]
      const next = resultFor(answer?.events === undefined ? answer?.json : messageFrom(answer.events))
      if (next !== undefined) yield [createMessage.write(next)]
    },
  },
] satisfies readonly Probe[]

/** Returns the conversation with a result for each tool use of a reply, or `undefined` if the reply has none. */
function resultFor(message: unknown): RequestValue | undefined {
  const blocks = itemsOf(member(message, 'content')).filter(isObject).filter(isSaid)
  const uses = blocks.filter(({ type }) => type === 'tool_use')
  if (uses.length === 0) return undefined
  const results = uses.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'Mild and dry.' }))
  return asks([weatherQuestion, messageTurn('assistant', blocks.map(asRequested)), messageTurn('user', results)], {
    tools: weatherTools,
  })
}

/** Returns whether section 2.8 lists the block for requests. An empty text is not allowed there. */
function isSaid({ type, text }: Members): boolean {
  return type === 'tool_use' || (type === 'text' && typeof text === 'string' && text.trim() !== '')
}

function asRequested({ type, text, id, name, input }: Members): Members {
  return type === 'text' ? { type, text } : { type, id, name, input }
}

/** Probes for behaviour that schemas cannot express. */
export default [
  ...credentials,
  malformedJson,
  ...documents,
  ...isolation,
  goingAway,
  streamedToolUse,
  ...ownToolLoop,
] satisfies readonly Probe[]
