import { itemsOf, membersOf } from '../../../schemas/json.ts'
import { type Alteration, type Change, each, having, inPayloads, inStream, where, within } from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { breaking, type Fault } from '../fault.ts'

import { has } from './alterations.ts'
import {
  isLater,
  isLimited,
  isMimeTypeInSnakeCase,
  isMode,
  isSchemaInSnakeCase,
  mayBeCut,
  mimeTypeIn,
  withArgsOfOtherTypes,
  withCall,
  withCandidatesOf,
} from './obedience.ts'

const stream = 'content.stream'

/** Defects in how a stream follows its request. Replies of the same server without streaming are correct. */
export const streamObedienceFaults: readonly Fault[] = [
  breaking(
    'content-stream-none-ignored',
    ['content.stream-mode-none-calls-nothing'],
    inSlices(where(isMode('NONE'), callingToo)),
  ),
  breaking(
    'content-stream-any-ignored',
    ['content.stream-mode-any-calls-a-function'],
    inSlices(where(isMode('ANY'), withWordsOnly)),
  ),
  breaking(
    'content-stream-any-in-the-first-candidate',
    ['content.mode-any-calls-in-each-candidate'],
    inSlices(where(isMode('ANY'), where(isLater, withWordsOnly))),
  ),
  breaking(
    'content-stream-name-not-allowed',
    ['content.called-function-allowed'],
    inSliceParts(within('functionCall', having({ name: 'walnut' }))),
  ),
  breaking(
    'content-stream-args-unlike-schema',
    ['content.call-args-fit-parameters'],
    inSliceParts(within('functionCall', withArgsOfOtherTypes)),
  ),
  breaking(
    'content-stream-candidate-missing',
    ['content.candidate-count'],
    inPayloads(stream, ({ candidates, ...rest }) => ({
      ...rest,
      candidates: itemsOf(candidates).filter((candidate) => membersOf(candidate)['index'] === 0),
    })),
  ),
  breaking(
    'content-stream-more-than-max-tokens',
    ['content.max-output-tokens-kept'],
    inPayloads(stream, within('usageMetadata', where(isLimited, withCandidatesOf(1_000_000)))),
  ),
  breaking(
    'content-stream-prose-for-json',
    ['content.stream-json-mode-parses'],
    answering('application/json', 'It is.'),
  ),
  breaking(
    'content-stream-snake-case-mime-type-ignored',
    ['content.stream-json-mode-parses'],
    answering('application/json', 'It is.', isMimeTypeInSnakeCase),
  ),
  breaking(
    'content-stream-snake-case-schema-ignored',
    ['content.json-mode-fits-schema'],
    answering('application/json', '[[[]]]', isSchemaInSnakeCase),
  ),
  breaking(
    'content-stream-json-unlike-schema',
    ['content.json-mode-fits-schema'],
    answering('application/json', '[[[]]]'),
  ),
  breaking('content-stream-enum-outsider', ['content.enum-mode-member'], answering('text/x.enum', 'walnut')),
]

/** Alters the part of each candidate in each event. */
function inSlices(change: Change): Alteration {
  return inPayloads(stream, each('candidates', change))
}

function inSliceParts(change: Change): Alteration {
  return inSlices(within('content', each('parts', change)))
}

/** Adds the call to each event and leaves the finish reason unchanged. */
function callingToo(slice: Parameters<Change>[0], request: IncomingRequest): unknown {
  return { ...slice, content: withCall(slice, request)['content'] }
}

function withWordsOnly({ finishReason, ...slice }: Parameters<Change>[0]): unknown {
  const content = { role: 'model', parts: [{ text: 'No need for functions.' }] }
  return { ...slice, content, ...(finishReason === undefined ? {} : { finishReason: 'STOP' }) }
}

/**
 * Replaces the whole answer if the request has this output format. The last event has all of the new text, and the
 * others have none.
 */
function answering(
  mimeType: string,
  answer: string,
  isMeant: (request: IncomingRequest) => boolean = () => true,
): Alteration {
  return inStream(stream, (events, request) => {
    if (mimeTypeIn(request) !== mimeType || mayBeCut(request) || !isMeant(request)) return events
    return events.map(({ data, ...event }, index) => {
      const text = index === events.length - 1 ? answer : ''
      const saying = each('candidates', within('content', each('parts', where(has('text'), having({ text })))))
      return { ...event, data: saying(membersOf(data), request) }
    })
  })
}
