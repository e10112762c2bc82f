import { itemsOf, membersOf } from '../../schemas/json.ts'
import { errorReply } from '../errors.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { stringIn } from '../model/loose.ts'
import { events, jsonReply, type Reply } from '../reply.ts'
import type { Route } from '../route.ts'
import { charge } from '../tokens.ts'
import { rejectingDepth } from './depth.ts'
import { messageFor } from './messages-answer.ts'
import { messageEvents } from './messages-events.ts'

/** Endpoint 7. Common clients use vendor-specific names for its headers, and also send the key as a bearer token. */
const messages: readonly Route[] = [
  {
    area: 'messages',
    method: 'POST',
    path: '/v1/messages',
    body: 'json',
    credentials: ['x-api-key', 'bearer'],
    schema: 'messages/request',
    headers: {
      'provider-version': ['provider-version', 'anthropic-version'],
      'provider-beta': ['provider-beta', 'anthropic-beta'],
    },
    endpoint: ({ body }) => (membersOf(body)['stream'] === true ? 'messages.stream' : 'messages.create'),
    model: ({ body }) => stringIn(membersOf(body)['model']),
    handle: rejectingDepth('messages', answerMessages),
  },
]
export default messages

function answerMessages(request: IncomingRequest): Reply {
  const trouble = lengthTrouble(request)
  if (trouble !== undefined) return trouble
  const message = messageFor(request)
  charge(request.token, message.usage.input_tokens + message.usage.output_tokens)
  return request.endpoint === 'messages.stream' ? events(messageEvents(message)) : jsonReply(200, message)
}

const graphemes = new Intl.Segmenter()

/** Checks the lengths of section 8 in any script, in graphemes. The schemas only judge ASCII (interpretation G6). */
function lengthTrouble({ value, validation }: IncomingRequest): Reply | undefined {
  const { model, metadata, tools } = membersOf(value.body)
  const limits: readonly (readonly [place: string, text: unknown, limit: number])[] = [
    ['model', model, 256],
    ['metadata.user_id', membersOf(metadata)['user_id'], 256],
    ...itemsOf(tools).map((tool, index) => [`tools.${index}.name`, membersOf(tool)['name'], 64] as const),
  ]
  const found = limits.find(
    ([, text, limit]) => typeof text === 'string' && text.length > limit && [...graphemes.segment(text)].length > limit,
  )
  if (found === undefined || validation.violations.length > 0) return undefined
  const [place, , limit] = found
  const description = `${place} is longer than ${limit} characters.`
  return errorReply('messages', 'invalid', { message: description, places: [{ place, description }] })
}
