import { itemsOf, type Members, membersOf } from '../../../schemas/json.ts'
import { type Alteration, type Change, each, having, where, within } from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { breaking, type Fault } from '../fault.ts'

import { endsByItself, inBlocks, inEvent, inMessages, isOf } from './alterations.ts'

/** Defects in the use of tools (interpretations M8 and M9). */
export const toolFaults: readonly Fault[] = [
  breaking(
    'messages-input-unlike-schema',
    ['messages.tool-use-input-fits'],
    inBlocks('tool_use', withInputOfOtherTypes),
  ),
  breaking(
    'messages-undeclared-tool',
    ['messages.tool-use-declared'],
    inMessages(where(isUnnamed, each('content', where(isOf('tool_use'), having({ name: 'walnut' }))))),
  ),
  {
    id: 'messages-one-tool-use-id',
    breaks: ['messages.tool-use-ids-distinct'],
    alter: (reply, request) => inStarts(having({ id: 'toolu_1' }))(withOneId(reply, request), request),
  },
  breaking(
    'messages-end-turn-beside-tool-use',
    ['messages.stop-reason-of-tool-use'],
    inMessages(where(usesTools, having({ stop_reason: 'end_turn' }))),
  ),
  breaking(
    'messages-tool-use-without-tool',
    ['messages.stop-reason-tool-use-has-one'],
    inMessages(where(endsByItself, having({ stop_reason: 'tool_use' }))),
  ),
  breaking(
    'messages-any-ignored',
    ['messages.tool-choice-any-obeyed'],
    inMessages(where(isDemanded('any'), withWordsOnly)),
  ),
  breaking(
    'messages-tool-choice-ignored',
    ['messages.tool-choice-tool-obeyed'],
    inMessages(where(isDemanded('tool'), withWordsOnly)),
  ),
  breaking(
    'messages-first-tool-always',
    ['messages.tool-choice-tool-obeyed'],
    inBlocks('tool_use', where(isNamed, asTheFirst)),
  ),
  breaking(
    'messages-stream-first-tool-always',
    ['messages.tool-choice-tool-obeyed'],
    inEvent('content_block_start', within('content_block', where(isOf('tool_use'), where(isNamed, asTheFirst)))),
  ),
  breaking(
    'messages-auto-in-pairs',
    ['messages.tool-choice-auto-single-obeyed'],
    inMessages(where(isSingle('auto'), withUsesTwice)),
  ),
  breaking(
    'messages-any-in-pairs',
    ['messages.tool-choice-any-single-obeyed'],
    inMessages(where(isSingle('any'), withUsesTwice)),
  ),
  breaking(
    'messages-tool-in-pairs',
    ['messages.tool-choice-tool-single-obeyed'],
    inMessages(where(isSingle('tool'), withUsesTwice)),
  ),
]

const withOneId = inBlocks('tool_use', having({ id: 'toolu_1' }))

function inStarts(change: Change): Alteration {
  return inEvent('content_block_start', within('content_block', where(isOf('tool_use'), change)))
}

function withInputOfOtherTypes(block: Members): Members {
  const input = membersOf(block['input'])
  return { ...block, input: Object.fromEntries(Object.keys(input).map((name) => [name, [[name]]])) }
}

/** Returns whether the request names a tool whose input also fits the first tool, so that only the name is wrong. */
function isNamed(_block: Members, request: IncomingRequest): boolean {
  const choice = choiceIn(request)
  if (choice['type'] !== 'tool') return false
  const [first, ...others] = toolsIn(request)
  const named = others.find(({ name }) => name === choice['name'])
  const schemaOf = (tool: Members | undefined) => JSON.stringify(tool?.['input_schema'])
  return named !== undefined && (schemaOf(first) === schemaOf(named) || schemaOf(first) === '{"type":"object"}')
}

/** Uses the first tool, regardless of the tool choice. */
function asTheFirst(block: Members, request: IncomingRequest): Members {
  return { ...block, name: toolsIn(request)[0]?.['name'] }
}

function toolsIn({ value }: IncomingRequest): readonly Members[] {
  return itemsOf(membersOf(value.body)['tools']).map(membersOf)
}

function isUnnamed(_message: Members, request: IncomingRequest): boolean {
  return choiceIn(request)['type'] !== 'tool'
}

function usesTools({ stop_reason }: Members): boolean {
  return stop_reason === 'tool_use'
}

function choiceIn({ value }: IncomingRequest): Members {
  return membersOf(membersOf(value.body)['tool_choice'])
}

function isDemanded(type: string): (message: Members, request: IncomingRequest) => boolean {
  return (message, request) => usesTools(message) && choiceIn(request)['type'] === type
}

function isSingle(type: string): (message: Members, request: IncomingRequest) => boolean {
  return (message, request) =>
    isDemanded(type)(message, request) && choiceIn(request)['disable_parallel_tool_use'] === true
}

function withWordsOnly(message: Members): Members {
  return { ...message, content: [{ type: 'text', text: 'No need for tools.' }], stop_reason: 'end_turn' }
}

/** Repeats each tool use with another id. */
function withUsesTwice(message: Members): Members {
  const content = itemsOf(message['content']).map(membersOf)
  const again = content.filter(({ type }) => type === 'tool_use').map((block) => ({ ...block, id: `${block['id']}b` }))
  return { ...message, content: [...content, ...again] }
}
