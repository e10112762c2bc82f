import { isObject, itemsOf, member, memberAt, membersOf } from '../../../../schemas/json.ts'
import type { Observation } from '../../../core/model/observation.ts'
import type { StatedTokens, TokenReader, WithoutPart } from '../../../core/model/token-counts.ts'
import { isTokenCount, leftOut, membersWithout, withLast } from '../left-out.ts'
import { lastCounts } from './slices.ts'

/** Reads the `usageMetadata` of section 2.7. */
export const contentTokens: TokenReader = { statedIn, inputOf: (body) => body, withoutParts }

function statedIn(seen: Observation): StatedTokens | undefined {
  const counts = lastCounts(seen)?.members
  const [input, output] = [counts?.['promptTokenCount'], counts?.['candidatesTokenCount']]
  if (!isTokenCount(input)) return undefined
  const listed = itemsOf(counts?.['promptTokensDetails']).map((one) => member(one, 'modality'))
  const modalities = listed.filter((one) => typeof one === 'string')
  return {
    input,
    output: isTokenCount(output) ? output : undefined,
    ...(modalities.length === 0 ? {} : { modalities }),
  }
}

function withoutParts(input: unknown): readonly WithoutPart[] {
  const whole = membersOf(input)
  const contents = itemsOf(whole['contents'])
  const later = contents.flatMap((content) => itemsOf(member(content, 'parts')).flatMap(laterOfResult))
  return [
    ...leftOut('system', [whole['systemInstruction']], membersWithout(whole, 'systemInstruction')),
    ...leftOut('history', contents.slice(0, -1), { ...whole, contents: contents.slice(-1) }),
    ...leftOut('tool', [whole['tools']], membersWithout(whole, 'tools')),
    ...leftOut('tool result', later, { ...whole, contents: contents.map(withShortResults) }),
    ...withoutMedia(whole, 'image/').flatMap(({ own, rest }) => leftOut('picture', own, rest)),
    ...withoutMedia(whole, 'application/').flatMap(({ own, rest }) => leftOut('document', own, rest)),
  ]
}

/** Returns the media of a type in the last turn, and the body without them. */
function withoutMedia(whole: object, type: string) {
  const contents = itemsOf(member(whole, 'contents'))
  const all = itemsOf(member(contents.at(-1), 'parts'))
  const [own, parts] = [all.filter(isMedium(type)), all.filter((part) => !isMedium(type)(part))]
  return [{ own, rest: { ...whole, contents: withLast(contents, (last) => ({ ...last, parts })) } }]
}

function isMedium(type: string) {
  return (part: unknown): boolean => String(memberAt(part, 'inlineData', 'mimeType') ?? '').startsWith(type)
}

/** Returns the members after the first of a function's response, which it can be valid without. */
function laterOfResult(part: unknown): readonly unknown[] {
  return Object.values(membersOf(memberAt(part, 'functionResponse', 'response'))).slice(1)
}

function withShortResults(content: unknown): unknown {
  const all = member(content, 'parts')
  if (!Array.isArray(all)) return content
  const parts = all.map((part) => (laterOfResult(part).length === 0 ? part : withShortResult(part)))
  return { ...membersOf(content), parts }
}

function withShortResult(part: unknown): unknown {
  const result = membersOf(member(part, 'functionResponse'))
  const response = Object.fromEntries(Object.entries(membersOf(result['response'])).slice(0, 1))
  return isObject(part) ? { ...part, functionResponse: { ...result, response } } : part
}
