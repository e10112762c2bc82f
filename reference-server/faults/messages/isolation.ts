import type { Endpoint } from '../../../conformance/model/vocabulary.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { objectIn } from '../../model/loose.ts'
import { readConversation } from '../../routes/messages-conversation.ts'
import { type Alteration, breaking, type Change, where, within } from '../alterations.ts'
import type { Fault } from '../fault.ts'
import { mixing } from '../mixing.ts'
import { hasDelta, inBlocks, inEvent } from './alterations.ts'

const alsoSaying =
  (words: string): Change =>
  ({ text, ...rest }) => ({ ...rest, text: `${text} ${words} ` })

/** Replies with the words of another request (interpretation G17). */
export const isolationFaults: readonly Fault[] = [
  breaking(
    'messages-reply-of-another',
    ['messages.replies-do-not-mix'],
    mixing(lastWordsIn('messages.create'), (words) => inBlocks('text', alsoSaying(words))),
  ),
  breaking(
    'messages-stream-of-another',
    ['messages.replies-do-not-mix'],
    mixing(lastWordsIn('messages.stream'), inTextDeltas),
  ),
]

function lastWordsIn(on: Endpoint): (request: IncomingRequest) => string {
  return ({ endpoint, value }) => (endpoint === on ? readConversation(objectIn(value.body)).lastWords : '')
}

function inTextDeltas(words: string): Alteration {
  const added = within('delta', alsoSaying(words))
  return inEvent('content_block_delta', where(hasDelta('text_delta'), added))
}
