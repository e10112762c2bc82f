import type { IncomingRequest } from '../../incoming-request.ts'
import { isObject } from '../../model/loose.ts'
import type { Members } from '../alterations.ts'

/** What a request must hold for a deep fault to show. */
export type Condition = (request: IncomingRequest) => boolean

/** The body of a request, or an empty object. */
function bodyOf({ value }: IncomingRequest): Members {
  return isObject(value.body) ? value.body : {}
}

function listIn(members: Members, name: string): readonly unknown[] {
  const list = members[name]
  return Array.isArray(list) ? list : []
}

/** All conditions hold. */
export function both(...conditions: readonly Condition[]): Condition {
  return (request) => conditions.every((holds) => holds(request))
}

/** The body has this member, under any of its names, at its top or within `generationConfig`. */
export function has(...names: readonly string[]): Condition {
  return (request) => memberOf(request, names) !== undefined
}

/** The body has this member, and it is such. */
export function having(name: string, isSuch: (value: unknown) => boolean): Condition {
  return (request) => isSuch(memberOf(request, [name]))
}

function memberOf(request: IncomingRequest, names: readonly string[]): unknown {
  const body = bodyOf(request)
  const config = body['generationConfig'] ?? body['generation_config']
  const places = isObject(config) ? [body, config] : [body]
  for (const place of places) for (const name of names) if (place[name] !== undefined) return place[name]
  return undefined
}

/** A number in this range. */
export function from(least: number, most = Number.POSITIVE_INFINITY): (value: unknown) => boolean {
  return (value) => Number(value) >= least && Number(value) <= most
}

/** A list of at least so many. */
export function atLeast(count: number): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.length >= count
}

/** The conversation has at least so many turns. */
export function turns(count: number): Condition {
  return (request) => conversation(request).length >= count
}

function conversation(request: IncomingRequest): readonly unknown[] {
  const body = bodyOf(request)
  return [...listIn(body, 'messages'), ...listIn(body, 'contents')]
}

/** Some turn holds at least so many parts for which `isSuch` holds. */
export function turnWith(isSuch: (part: Members) => boolean, count = 1): Condition {
  return (request) =>
    conversation(request).some((turn) => {
      if (!isObject(turn)) return false
      const parts = [...listIn(turn, 'content'), ...listIn(turn, 'parts')]
      return parts.filter((part) => isObject(part) && isSuch(part)).length >= count
    })
}

/** A part that has this member (content generation) or is of this type (messages). */
export function part(kind: string): (part: Members) => boolean {
  return (members) => members[kind] !== undefined || members['type'] === kind
}

/** Some text of the conversation, the prompt or the system instruction matches. */
export function text(pattern: RegExp): Condition {
  return (request) => {
    const body = bodyOf(request)
    return [...conversation(request), body['prompt'], body['system'], body['systemInstruction']].some((value) =>
      textsIn(value).some((found) => pattern.test(found)),
    )
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isObject(value)) return []
  return ['content', 'parts', 'text'].flatMap((name) => textsIn(value[name]))
}

/** Declared tools or functions, at least so many. */
export function tools(count: number): Condition {
  return (request) => declared(request).length >= count
}

function declared(request: IncomingRequest): readonly unknown[] {
  return listIn(bodyOf(request), 'tools').flatMap((tool) => {
    const functions = isObject(tool) ? (tool['functionDeclarations'] ?? tool['function_declarations']) : undefined
    return Array.isArray(functions) ? functions : [tool]
  })
}

/** Some schema that the request brings (of a tool, a function, a response) has a subschema that is such. */
export function schemaWith(isSuch: (schema: Members) => boolean): Condition {
  return (request) => {
    const schemas = declared(request).map((tool) =>
      isObject(tool) ? (tool['input_schema'] ?? tool['parameters']) : undefined,
    )
    return [...schemas, memberOf(request, ['responseSchema', 'response_schema'])].some((schema) =>
      holds(schema, isSuch),
    )
  }
}

function holds(value: unknown, isSuch: (schema: Members) => boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, isSuch))
  if (!isObject(value)) return false
  return isSuch(value) || Object.values(value).some((member) => holds(member, isSuch))
}

/** The chosen tool, by what `tool_choice` or the calling mode is. */
export function choice(kind: string): Condition {
  return (request) => {
    const body = bodyOf(request)
    const config = body['toolConfig'] ?? body['tool_config']
    const calling = isObject(config)
      ? (config['functionCallingConfig'] ?? config['function_calling_config'])
      : undefined
    const chosen = isObject(calling)
      ? calling['mode']
      : isObject(body['tool_choice'])
        ? body['tool_choice']['type']
        : ''
    return chosen === kind
  }
}

/** At least so many requests to the operation came before. */
export function after(count: number): Condition {
  return ({ ordinal }) => ordinal > count
}

/** The JSON of the request is written in such a way. */
export function written(pattern: RegExp): Condition {
  return ({ spelling }) => pattern.test(spelling.json)
}

/** The query of the request is written in such a way. */
export function queried(pattern: RegExp): Condition {
  return ({ spelling }) => pattern.test(spelling.query)
}

/** Some header line of the request is written in such a way. */
export function headed(pattern: RegExp): Condition {
  return ({ spelling }) => spelling.headers.some((line) => pattern.test(line.join(': ')))
}

export const astral = /\p{Extended_Pictographic}|[\u{10000}-\u{10ffff}]/u
export const combining = /\p{M}/u
export const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
export const escapedLetter = /\\u00[4-7]/
export const eventLike = /(^|\n)(data|event):/
export const jsonLike = /^\s*[[{]/
export const lineSeparator = /[\u2028\u2029]/
export const longWord = /\S{60}/
export const onlyPunctuation = /^[\p{P}\p{S}]+$/u
