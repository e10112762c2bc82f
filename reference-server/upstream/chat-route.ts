import { itemsOf, type Members, member, memberAt, membersOf, numberOf } from '../../schemas/json.ts'
import { errorReply } from '../errors.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { stringIn } from '../model/loose.ts'
import { events, jsonReply, type Reply, raw } from '../reply.ts'
import type { Route } from '../route.ts'
import { rejectingDepth } from '../routes/depth.ts'
import { messageFor } from '../routes/messages-answer.ts'
import { charge } from '../tokens.ts'
import { chatChunks, chatOfMessages, messagesOfChat } from './chat.ts'

/** Chat completions, which only the provider behind a gateway serves. Its errors have the form of the image endpoints. */
export const chatRoute: Route = {
  area: 'images',
  method: 'POST',
  path: '/v1/chat/completions',
  body: 'json',
  credentials: ['bearer'],
  schema: 'chat/request',
  endpoint: ({ body }) => (member(body, 'stream') === true ? 'messages.stream' : 'messages.create'),
  handle: rejectingDepth('images', answerChat),
}

function answerChat(request: IncomingRequest): Reply {
  const chat = membersOf(request.value.body)
  const trouble = disagreement(chat)
  if (trouble !== undefined) return trouble
  const messages = Array.from({ length: numberOf(chat['n']) ?? 1 }, (_, index) =>
    messageFor({ ...request, value: { body: messagesOfChat(chat, index) } }),
  )
  const completion = chatOfMessages(messages, Math.floor(request.now / 1000))
  charge(request.token, completion.usage.total_tokens)
  if (request.endpoint === 'messages.create') return jsonReply(200, completion)
  const chunks = chatChunks(completion, memberAt(chat, 'stream_options', 'include_usage') === true)
  return events([...chunks, raw('[DONE]')].map((data) => ({ data })))
}

/** Rejects members that contradict each other, which the schema does not describe. */
function disagreement({ tools, tool_choice, stream, stream_options }: Members): Reply | undefined {
  const names = itemsOf(tools).map((tool) => memberAt(tool, 'function', 'name'))
  const named = memberAt(tool_choice, 'function', 'name')
  if (named !== undefined && !names.includes(named))
    return invalid('tool_choice', `The function ${stringIn(named)} is not in 'tools'.`)
  if (tool_choice === 'required' && names.length === 0)
    return invalid('tool_choice', "'tool_choice' is only allowed when 'tools' are specified.")
  if (membersOf(stream_options) === stream_options && stream !== true)
    return invalid('stream_options', "'stream_options' is only allowed when 'stream' is true.")
  return undefined
}

function invalid(place: string, description: string): Reply {
  return errorReply('images', 'invalid', { message: description, places: [{ place, description }] })
}
