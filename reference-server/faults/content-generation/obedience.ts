import { itemsOf, type Members, membersOf } from '../../../schemas/json.ts'
import { type Change, each, having, inPayloads, where, within } from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { stringIn } from '../../model/loose.ts'
import { callsFor } from '../../model/tools.ts'
import { breaking, type Fault } from '../fault.ts'

import {
  has,
  inAllCandidates,
  inAnswers,
  inCandidates,
  inCounts,
  inParts,
  inResponse,
  settingsOf,
} from './alterations.ts'

/** Defects in how a response follows its request (interpretation C8). */
export const obedienceFaults: readonly Fault[] = [
  breaking('content-none-ignored', ['content.mode-none-calls-nothing'], inCandidates(where(isMode('NONE'), withCall))),
  breaking(
    'content-any-ignored',
    ['content.mode-any-calls-a-function'],
    inCandidates(where(isMode('ANY'), withWordsOnly)),
  ),
  breaking(
    'content-any-in-the-first-candidate',
    ['content.mode-any-calls-in-each-candidate'],
    inCandidates(where(isMode('ANY'), where(isLater, withWordsOnly))),
  ),
  breaking(
    'content-snake-case-functions-ignored',
    ['content.mode-any-calls-a-function'],
    inCandidates(where(isMode('ANY'), where(declaresInSnakeCase, withWordsOnly))),
  ),
  breaking(
    'content-snake-case-mode-ignored',
    ['content.mode-none-calls-nothing'],
    inCandidates(where(isMode('NONE'), where(configuresInSnakeCase, withCall))),
  ),
  breaking(
    'content-name-not-allowed',
    ['content.called-function-allowed'],
    inParts(within('functionCall', having({ name: 'walnut' }))),
  ),
  breaking(
    'content-args-unlike-schema',
    ['content.call-args-fit-parameters'],
    inParts(within('functionCall', withArgsOfOtherTypes)),
  ),
  breaking(
    'content-candidate-missing',
    ['content.candidate-count'],
    inResponse(({ candidates, ...rest }) => ({ ...rest, candidates: itemsOf(candidates).slice(0, 1) })),
  ),
  breaking('content-index-repeated', ['content.candidate-indexes-distinct'], inCandidates(having({ index: 0 }))),
  breaking(
    'content-stream-index-repeated',
    ['content.candidate-indexes-distinct'],
    inPayloads('content.stream', each('candidates', having({ index: 0 }))),
  ),
  breaking(
    'content-user-role',
    ['content.candidate-role-model'],
    inAllCandidates(within('content', having({ role: 'user' }))),
  ),
  breaking(
    'content-json-cut',
    ['content.json-mode-parses'],
    inParts(where(wantsJson, ({ text }) => ({ text: stringIn(text).slice(0, -1) }))),
  ),
  breaking(
    'content-cut-json-in-prose',
    ['content.json-mode-cut-begins-json'],
    inCandidates(where(isLimitedJson, withProseCut)),
  ),
  breaking(
    'content-json-fenced',
    ['content.json-mode-parses'],
    inParts(where(wantsJson, ({ text }) => ({ text: `\`\`\`json\n${text}\n\`\`\`` }))),
  ),
  breaking(
    'content-snake-case-mime-type-ignored',
    ['content.json-mode-parses'],
    inParts(
      where(
        (part, request) => wantsJson(part, request) && isMimeTypeInSnakeCase(request),
        () => ({ text: 'It is.' }),
      ),
    ),
  ),
  breaking(
    'content-snake-case-schema-ignored',
    ['content.json-mode-fits-schema'],
    inParts(
      where(
        (part, request) => wantsJson(part, request) && isSchemaInSnakeCase(request),
        () => ({ text: '[[[]]]' }),
      ),
    ),
  ),
  breaking(
    'content-json-unlike-schema',
    ['content.json-mode-fits-schema'],
    inParts(where(wantsJson, () => ({ text: '[[[]]]' }))),
  ),
  breaking(
    'content-enum-outsider',
    ['content.enum-mode-member'],
    inParts(where(wantsChoice, () => ({ text: 'walnut' }))),
  ),
  breaking(
    'content-more-than-max-tokens',
    ['content.max-output-tokens-kept'],
    inCounts(where(isLimited, withCandidatesOf(1_000_000))),
  ),
  breaking(
    'content-logprobs-ascending',
    ['content.top-candidates-descending'],
    inAllCandidates(within('logprobsResult', each('topCandidates', reversed))),
  ),
  breaking(
    'content-logprobs-step-lost',
    ['content.chosen-candidates-length'],
    inAllCandidates(within('logprobsResult', withoutFirstStep)),
  ),
  breaking(
    'content-result-before-code',
    ['content.code-before-result'],
    inCandidates(within('content', reversedParts)),
  ),
  breaking(
    'content-snake-case-reply',
    ['content.reply-camel-case'],
    inAnswers(({ usageMetadata, ...rest }) => ({ ...rest, usage_metadata: usageMetadata })),
  ),
]

/** Tests whether a request has this function calling mode. */
export function isMode(mode: string): (candidate: Members, request: IncomingRequest) => boolean {
  return (_candidate, { value }) => {
    const { toolConfig, tool_config } = membersOf(value.body)
    const { functionCallingConfig, function_calling_config } = membersOf(toolConfig ?? tool_config)
    return membersOf(functionCallingConfig ?? function_calling_config)['mode'] === mode
  }
}

function declaresInSnakeCase(_candidate: Members, { value }: IncomingRequest): boolean {
  const tools = itemsOf(membersOf(value.body)['tools']).map(membersOf)
  return tools.some(({ function_declarations }) => function_declarations !== undefined)
}

function configuresInSnakeCase(_candidate: Members, { value }: IncomingRequest): boolean {
  const { toolConfig, tool_config } = membersOf(value.body)
  return tool_config !== undefined || membersOf(toolConfig)['function_calling_config'] !== undefined
}

/** Replaces the content of a candidate with a call of the first declared function. */
export function withCall(candidate: Members, { value }: IncomingRequest): Members {
  const [tool] = itemsOf(membersOf(value.body)['tools']).map(membersOf)
  const [declaration] = itemsOf(tool?.['functionDeclarations'] ?? tool?.['function_declarations']).map(membersOf)
  const tools = [{ name: String(declaration?.['name']), schema: declaration?.['parameters'] }]
  const calls = callsFor(tools, { mode: 'must', isParallel: false }, 1, false)
  const parts = calls.map(({ name, input }) => ({ functionCall: { name, args: input } }))
  return { ...candidate, content: { role: 'model', parts } }
}

/** Tests whether a candidate is not the first one. */
export function isLater({ index }: Members): boolean {
  return Number(index ?? 0) > 0
}

function withWordsOnly(candidate: Members): Members {
  return { ...candidate, content: { role: 'model', parts: [{ text: 'No need for functions.' }] }, finishReason: 'STOP' }
}

/** Replaces the arguments of a call with lists of lists. */
export function withArgsOfOtherTypes(call: Members): Members {
  const names = Object.keys(membersOf(call['args']))
  return { ...call, args: Object.fromEntries(names.map((name) => [name, [[name]]])) }
}

/** Returns the output format of a request. */
export function mimeTypeIn({ value }: IncomingRequest): unknown {
  const { responseMimeType, response_mime_type } = settingsOf(value.body)
  return responseMimeType ?? response_mime_type
}

function wantsJson(part: Members, request: IncomingRequest): boolean {
  return has('text')(part) && mimeTypeIn(request) === 'application/json' && !mayBeCut(request)
}

export function mayBeCut({ value }: IncomingRequest): boolean {
  const settings = settingsOf(value.body)
  return settings['maxOutputTokens'] !== undefined || settings['stopSequences'] !== undefined
}

function isLimitedJson(_: Members, request: IncomingRequest): boolean {
  return settingsOf(request.value.body)['maxOutputTokens'] !== undefined && mimeTypeIn(request) === 'application/json'
}

function withProseCut(candidate: Members): Members {
  return { ...candidate, content: { role: 'model', parts: [{ text: 'Here is the' }] }, finishReason: 'MAX_TOKENS' }
}

export function isMimeTypeInSnakeCase({ value }: IncomingRequest): boolean {
  return settingsOf(value.body)['response_mime_type'] !== undefined
}

export function isSchemaInSnakeCase({ value }: IncomingRequest): boolean {
  return settingsOf(value.body)['response_schema'] !== undefined
}

function wantsChoice(part: Members, request: IncomingRequest): boolean {
  return has('text')(part) && mimeTypeIn(request) === 'text/x.enum'
}

export function isLimited(_usage: Members, { value }: IncomingRequest): boolean {
  return settingsOf(value.body)['maxOutputTokens'] !== undefined
}

function reversed(step: Members): Members {
  return { ...step, candidates: [...itemsOf(step['candidates'])].reverse() }
}

function withoutFirstStep(result: Members): Members {
  return { ...result, chosenCandidates: itemsOf(result['chosenCandidates']).slice(1) }
}

function reversedParts(content: Members): Members {
  const parts = itemsOf(content['parts'])
  const hasCode = parts.some((part) => has('executableCode')(membersOf(part)))
  return hasCode ? { ...content, parts: [...parts].reverse() } : content
}

/** Sets the number of candidate tokens and keeps the total correct. */
export function withCandidatesOf(count: number): Change {
  return ({ candidatesTokenCount, totalTokenCount, ...rest }) => {
    const others = Number(totalTokenCount) - Number(candidatesTokenCount)
    return { ...rest, candidatesTokenCount: count, totalTokenCount: others + count }
  }
}
