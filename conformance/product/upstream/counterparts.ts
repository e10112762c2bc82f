import type { FormatMember, UpstreamFormat } from '../../core/model/upstream.ts'
import { memberName } from '../../specification/behind/members.ts'

/**
 * Returns whether a gateway may write a value in another way: its own name of a model, a stream or none, a string in
 * place of a text block, no role for that of the user.
 */
export function isRepresentation(pointer: string, value: string): boolean {
  const name = nameOf(pointer)
  return (
    name === 'model' ||
    name === 'stream' ||
    (name.endsWith('content/type') && value === 'text') ||
    (name.endsWith('/role') && value === 'user')
  )
}

/** The places that some formats have no member for. */
const without: readonly (readonly [place: RegExp, formats: readonly UpstreamFormat[]])[] = [
  [/^(topK|generationConfig\/topK)$/, ['chat']],
  [/^(metadata\/userId|messages\/content\/id)$/, ['content']],
  [/^generationConfig\/(seed|presencePenalty|frequencyPenalty)$/, ['messages']],
  [/^generationConfig\/responseSchema\/.*example$/, ['messages', 'chat']],
  [/^generationConfig\/responseSchema/, ['messages']],
  [/^(thinking\/budgetTokens|generationConfig\/thinkingConfig\/thinkingBudget)$/, ['chat']],
  [/^contents\/parts\/(executableCode|codeExecutionResult)/, ['messages', 'chat']],
  [/^messages\/content\/content\/source/, ['chat', 'content']],
]

export function formatsWithout(pointer: string): readonly UpstreamFormat[] {
  return without.find(([place]) => place.test(nameOf(pointer)))?.[1] ?? []
}

/** The members of other formats with the same meaning: a pattern of `name=value`, and its replacement. Any one will do. */
const counterparts: readonly (readonly [RegExp, UpstreamFormat, string])[] = [
  [/^toolChoice\/type=any$/, 'chat', 'toolChoice=required'],
  [/^toolChoice\/type=tool$/, 'chat', 'toolChoice/type=function'],
  [/^toolChoice\/name=(.*)$/, 'chat', 'toolChoice/function/name=$1'],
  [/^toolChoice\/disableParallelToolUse=true$/, 'chat', 'parallelToolCalls=false'],
  [/^tools\/inputSchema\/(.*)$/, 'chat', 'tools/function/parameters/$1'],
  [/^tools\/inputSchema\/(.*)$/, 'content', 'tools/functionDeclarations/parameters/$1'],
  [/^tools\/functionDeclarations\/parameters\/(.*)$/, 'chat', 'tools/function/parameters/$1'],
  [/^tools\/functionDeclarations\/parameters\/(.*)$/, 'messages', 'tools/inputSchema/$1'],
  [/^(tools\/functionDeclarations\/parameters)\/(.*)$/, 'content', '$1JsonSchema/$2'],
  [/^toolChoice\/type=(?:any|tool)$/, 'content', 'toolConfig/functionCallingConfig/mode=ANY'],
  [/^toolChoice\/name=(.*)$/, 'content', 'toolConfig/functionCallingConfig/allowedFunctionNames=$1'],
  [/^toolConfig\/functionCallingConfig\/mode=NONE$/, 'chat', 'toolChoice=none'],
  [/^toolConfig\/functionCallingConfig\/mode=ANY$/, 'chat', 'toolChoice=required'],
  [/^toolConfig\/functionCallingConfig\/mode=ANY$/, 'chat', 'toolChoice/type=function'],
  [/^toolConfig\/functionCallingConfig\/mode=ANY$/, 'chat', 'toolChoice/type=allowed_tools'],
  [/^toolConfig\/functionCallingConfig\/mode=ANY$/, 'messages', 'toolChoice/type=any'],
  [/^toolConfig\/functionCallingConfig\/mode=ANY$/, 'messages', 'toolChoice/type=tool'],
  [/^generationConfig\/responseMimeType=application\/json$/, 'chat', 'responseFormat/type=json_schema'],
  [/^generationConfig\/responseMimeType=application\/json$/, 'chat', 'responseFormat/type=json_object'],
  [/^generationConfig\/candidateCount=(.*)$/, 'chat', 'n=$1'],
  [/^generationConfig\/responseLogprobs=(.*)$/, 'chat', 'logprobs=$1'],
  [/^generationConfig\/logprobs=(.*)$/, 'chat', 'topLogprobs=$1'],
]

/** Returns the members in which a value is looked for. The first is the one of the client's own format. */
export function membersFor(format: UpstreamFormat, pointer: string, value: string): readonly FormatMember[] {
  const own = `${nameOf(pointer)}=${value}`
  const others = counterparts.flatMap(([pattern, other, replacement]) =>
    pattern.test(own) ? [memberIn(other, own.replace(pattern, replacement))] : [],
  )
  return [memberIn(format, own), ...others]
}

function memberIn(format: UpstreamFormat, text: string): FormatMember {
  const at = text.indexOf('=')
  return { format, name: text.slice(0, at), value: text.slice(at + 1) }
}

function nameOf(pointer: string): string {
  return memberName(pointer.split('/').slice(1))
}
