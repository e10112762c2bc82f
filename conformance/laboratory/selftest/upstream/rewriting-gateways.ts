import { markWords } from '../../../specification/behind/marks.ts'
import { catalogueOf } from '../../../specification/catalogue.ts'
import { withText } from './habits.ts'
import { type Forwarding, type Habits, parsedJson } from './pass-through.ts'
import {
  modelAreas,
  ofContent,
  ofMessages,
  ofPictures,
  ofStreams,
  ofTexts,
  on,
  type PeculiarGateway,
  passThrough,
  plainTexts,
} from './peculiar-gateway.ts'

const lessThanStreams = [...on('reply-complete', plainTexts), ...on('stream-equals-plain', ofStreams)]
const longString = /("(?:[^"\\]|\\.){1000})(?:[^"\\]|\\.)+"/g
const ownCount = /("output_tokens"|"candidatesTokenCount"):\d+/g

/** Returns a gateway that rewrites the text of requests (`up`), plain replies (`down`) or streams (`chunk`). */
function rewrites(
  way: 'up' | 'down' | 'chunk',
  id: string,
  name: string,
  breaks: readonly string[],
  pattern: RegExp,
  replacement = '',
): PeculiarGateway {
  const rewritten = (text: string): string => text.replace(pattern, replacement)
  const habits: Habits = {
    up: { up: (forwarding: Forwarding) => withText(forwarding, rewritten) },
    down: { down: (json: unknown) => parsedJson(rewritten(JSON.stringify(json))) },
    chunk: { chunk: rewritten },
  }[way]
  const areas = catalogueOf(modelAreas).operations.filter(({ id: own }) =>
    breaks.some((one) => one.endsWith(`@${own}`)),
  )
  return passThrough(`upstream-${id}`, name, [breaks], [...new Set(areas.map(({ area }) => area))], () => habits)
}

/** Returns the requirement that requests of some operations break. */
const lostFrom = (operations: readonly string[]): readonly string[] => on('request-complete', operations)
const choiceOfTool = /,"(?:tool_choice":\{|toolConfig":\{"functionCallingConfig":\{[^}]*\})[^}]*\}/
const flags = /,"(?:is_error|disable_parallel_tool_use|responseLogprobs)":true/g
const secondCall =
  /(\{"type":"tool_use"[^}]*\}\}|\{"functionCall"[^}]*\}\}\}),\{"(?:type":"tool_use"[^}]*|functionCall"[^}]*\}\})\}\}?/
const secondText = /,\{(?:"type":"text",)?"text":"The second[^}]*\}/
const thinkingPart = /\{(?:"type":"thinking",[^}]*|"text":"[^"]*","thought":true)\},/
const ofAll = [...plainTexts, ...ofPictures]
const partsOfStreams = on('reply-complete', ofStreams)
const partsOfContent = on('reply-complete', ['content.generate'])
const partsOfMessages = on('reply-complete', ['messages.create'])
const cachedCount = /"(cache_read_input_tokens|cachedContentTokenCount)":\d+/
const thinkingDelta = /"thinking":"[^"]+"|"text":"[^"]*","thought":true/g

/** Gateways that lose or change one kind of part. */
export const rewritingGateways: readonly PeculiarGateway[] = [
  rewrites('up', 'drops-tool-choice', 'drops the choice of a tool', lostFrom(ofTexts), choiceOfTool),
  rewrites('up', 'drops-cache', 'drops marks for the cache', lostFrom(ofMessages), /,"cache_control":\{[^}]*\}/g),
  rewrites('up', 'drops-flags', 'drops flags', lostFrom(ofTexts), flags),
  rewrites('up', 'drops-required', 'makes arguments of tools optional', lostFrom(ofTexts), /,"required":\[[^\]]*\]/g),
  rewrites('up', 'drops-thinking', 'asks for no thinking', lostFrom(ofTexts), /,?"thinking(?:Config)?":\{[^}]*\}/),
  rewrites('up', 'drops-safety', 'drops safety settings', lostFrom(ofContent), /"safetySettings":\[[^\]]*\],/),
  rewrites('up', 'one-image', 'asks for one image', lostFrom(ofPictures), /("n":|name="n"\r\n\r\n)2/, '$11'),
  rewrites('up', 'shortens-requests', 'shortens long texts of requests', lostFrom(ofTexts), longString, '$1"'),
  rewrites('down', 'shortens-replies', 'shortens long replies', lessThanStreams, longString, '$1"'),
  rewrites('down', 'loses-second-call', 'loses the second of two calls', lessThanStreams, secondCall, '$1'),
  rewrites('down', 'loses-second-text', 'loses the second of two texts', lessThanStreams, secondText),
  rewrites('down', 'loses-emoji', 'replaces emoji in plain replies', lessThanStreams, /\p{Emoji_Presentation}/gu, '?'),
  rewrites('down', 'loses-thinking', 'loses thinking', on('reply-complete', plainTexts), thinkingPart),
  rewrites('chunk', 'loses-stream-thinking', 'loses thinking of streams', partsOfStreams, thinkingDelta, '"lost":true'),
  rewrites(
    'down',
    'hides-length',
    'hides that a reply was cut',
    lessThanStreams,
    /"max_tokens"|"MAX_TOKENS"/,
    '"STOP"',
  ),
  rewrites(
    'down',
    'loses-cached-counts',
    'loses counts of cached tokens',
    on('counts', plainTexts),
    cachedCount,
    '"$1":0',
  ),
  rewrites('down', 'loses-candidate', 'loses a candidate', partsOfContent, /"index":1,/, '"index":2,'),
  rewrites('down', 'hides-block', 'hides why a prompt was blocked', partsOfContent, /"blockReason":"\w+"/),
  rewrites(
    'down',
    'loses-words',
    'loses words of plain replies',
    [...on('reply-complete', ofAll), ...on('stream-equals-plain', ofStreams)],
    /(?<=market) of [a-z]{6}\d{5}/g,
  ),
  rewrites(
    'down',
    'loses-arguments',
    'loses arguments of tool calls',
    partsOfMessages,
    /"input":\{[^}]+\}/g,
    '"input":{}',
  ),
  rewrites(
    'down',
    'other-reason',
    'says that every reply ends by itself',
    [...partsOfMessages, ...on('stream-equals-plain', ['messages.stream'])],
    /"tool_use"(?=,"stop_seq)/,
    '"end_turn"',
  ),
  rewrites(
    'chunk',
    'loses-stream-words',
    'loses words of streams',
    [...partsOfStreams, ...on('stream-equals-plain', ofStreams), ...on('isolation', ofStreams)],
    markWords,
  ),
  rewrites(
    'chunk',
    'other-stream-words',
    'writes other words in streams',
    on('stream-equals-plain', ofStreams),
    /(?<=The ha)rbor/g,
    'ven',
  ),
  rewrites('down', 'own-counts', 'counts plain replies by itself', on('counts', plainTexts), ownCount, '$1:7'),
  rewrites('chunk', 'own-stream-counts', 'counts streams by itself', on('counts', ofStreams), ownCount, '$1:7'),
]
