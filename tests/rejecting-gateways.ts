import type { Endpoint } from '../conformance/core/model/vocabulary.ts'
import { isObject, itemsOf, type Members, member, memberAt, membersOf } from '../schemas/json.ts'

/** A gateway that rejects requests which break no sentence (interpretation G2), as public gateways did. */
export interface RejectingGateway {
  /** The end of the sentence "a gateway that rejects …". */
  readonly rejects: string
  readonly on: readonly Endpoint[]
  readonly isRejected: (body: unknown) => boolean
}

const messages = ['messages.create', 'messages.stream'] as const
const content = ['content.generate', 'content.stream'] as const

function turnsOf(body: unknown): readonly unknown[] {
  const turns = member(body, 'messages') ?? member(body, 'contents')
  return Array.isArray(turns) ? turns : [turns]
}

function blocksOf(turn: unknown): readonly Members[] {
  return itemsOf(member(turn, 'content') ?? member(turn, 'parts')).filter(isObject)
}

function blocksIn(body: unknown, type: string): readonly Members[] {
  return turnsOf(body)
    .flatMap(blocksOf)
    .filter((block) => block['type'] === type)
}

function typesIn(turn: unknown): readonly unknown[] {
  return blocksOf(turn).map(({ type }) => type)
}

function toolsOf(body: unknown): readonly Members[] {
  return itemsOf(member(body, 'tools')).filter(isObject)
}

function functionsOf(body: unknown): readonly Members[] {
  const lists = toolsOf(body).map((tool) => tool['functionDeclarations'] ?? tool['function_declarations'])
  return lists.flatMap(itemsOf).filter(isObject)
}

function schemasOf(body: unknown): readonly unknown[] {
  const all = [
    ...toolsOf(body).map((tool) => tool['input_schema']),
    ...functionsOf(body).map((one) => one['parameters']),
  ]
  return all.filter(isObject)
}

function isEmpty(value: unknown): boolean {
  return Object.keys(membersOf(value)).length === 0
}

function nodesIn(value: unknown): readonly Members[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return isObject(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : []
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function resultIds(turn: unknown): readonly unknown[] {
  return blocksOf(turn).flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [id] : []))
}

function usesIn(turn: unknown): readonly Members[] {
  return blocksOf(turn).filter(({ type }) => type === 'tool_use')
}

/** Returns whether the results of a turn come in another order than the uses before it. */
function isReordered(turn: unknown, before: unknown): boolean {
  const ids = resultIds(turn)
  const asked = usesIn(before).map(({ id }) => id)
  return ids.length > 1 && ids.length === asked.length && ids.some((id, index) => id !== asked[index])
}

function isTextBetween(turn: unknown): boolean {
  const types = typesIn(turn)
  return types.includes('tool_use') && types.lastIndexOf('text') > types.indexOf('tool_use')
}

function rejecting(on: readonly Endpoint[], named: Readonly<Record<string, RejectingGateway['isRejected']>>) {
  return Object.entries(named).map(([rejects, isRejected]): RejectingGateway => ({ rejects, on, isRejected }))
}

const keywords = [
  ...['$schema', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'const', 'format', 'pattern'],
  ...['exclusiveMinimum', 'uniqueItems', 'default', 'title'],
]

const inSchemas = rejecting([...messages, ...content], {
  ...Object.fromEntries(
    keywords.map((name) => [
      `\`${name}\` in a schema of arguments`,
      (body: unknown) => nodesIn(schemasOf(body)).some((node) => Object.hasOwn(node, name)),
    ]),
  ),
  'lists of types': (body) => nodesIn(schemasOf(body)).some(({ type }) => Array.isArray(type)),
  'schemas of arguments with eight levels': (body) => schemasOf(body).some((schema) => depthOf(schema) > 8),
  'tools without parameters': (body) => schemasOf(body).some((schema) => isEmpty(member(schema, 'properties'))),
})

const inMessages = rejecting(messages, {
  'ids of tool uses that another provider gave': (body) =>
    blocksIn(body, 'tool_use').some(({ id }) => !String(id).startsWith('toolu_')),
  'ids of more than 40 characters': (body) => blocksIn(body, 'tool_use').some(({ id }) => String(id).length > 40),
  'names of tools from an MCP server': (body) => toolsOf(body).some(({ name }) => String(name).startsWith('mcp__')),
  'schemas without `properties`': (body) =>
    schemasOf(body).some((schema) => member(schema, 'properties') === undefined),
  'two uses in a turn': (body) => turnsOf(body).some((turn) => usesIn(turn).length > 1),
  'results in another order': (body) => turnsOf(body).some((turn, index, turns) => isReordered(turn, turns[index - 1])),
  'text beside a result': (body) =>
    turnsOf(body).some((turn) => resultIds(turn).length > 0 && typesIn(turn).includes('text')),
  'text between uses': (body) => turnsOf(body).some(isTextBetween),
  'text before a use': (body) => turnsOf(body).some((turn) => typesIn(turn)[0] === 'text' && usesIn(turn).length > 0),
  'empty inputs': (body) => blocksIn(body, 'tool_use').some(({ input }) => isEmpty(input)),
  'cache marks on uses': (body) => blocksIn(body, 'tool_use').some(({ cache_control: mark }) => mark !== undefined),
  'cache marks inside results': (body) =>
    blocksIn(body, 'tool_result').some((block) =>
      itemsOf(block['content']).some((one) => member(one, 'cache_control') !== undefined),
    ),
  'cache marks on tools': (body) => toolsOf(body).some(({ cache_control: mark }) => mark !== undefined),
  'system prompts of more than 4000 characters': (body) => String(member(body, 'system') ?? '').length > 4000,
  'system prompts beyond ASCII': (body) => /[^\p{ASCII}]/u.test(String(member(body, 'system') ?? '')),
})

const inContent = rejecting(content, {
  'functions without `parameters`': (body) => functionsOf(body).some((one) => one['parameters'] === undefined),
  'names of functions with a dash': (body) => functionsOf(body).some(({ name }) => String(name).includes('-')),
  'calls without `args`': (body) =>
    nodesIn(turnsOf(body)).some(({ functionCall: call }) => isObject(call) && call['args'] === undefined),
  'system instructions of more than 4000 characters': (body) =>
    textsIn(memberAt(body, 'systemInstruction') ?? memberAt(body, 'system_instruction')).some(
      ({ length }) => length > 4000,
    ),
})

const inBoth = rejecting([...messages, ...content], {
  'more than 20 turns': (body) => turnsOf(body).length > 20,
  'more than 16 parts in a turn': (body) => turnsOf(body).some((turn) => blocksOf(turn).length > 16),
  'bodies of more than 100 KB': (body) => JSON.stringify(body).length > 100_000,
  'texts of more than 16 000 characters': (body) =>
    nodesIn(turnsOf(body)).some(({ text, content: whole }) => String(text ?? whole ?? '').length > 16_000),
  'pictures of more than 150 KB': (body) => nodesIn(turnsOf(body)).some(({ data }) => String(data).length > 200_000),
  'Japanese or Chinese texts': (body) =>
    textsIn(turnsOf(body)).some((text) => /[\p{sc=Hiragana}\p{sc=Han}]/u.test(text)),
  'Cyrillic texts': (body) => textsIn(turnsOf(body)).some((text) => /\p{sc=Cyrillic}/u.test(text)),
})

export const rejectingGateways: readonly RejectingGateway[] = [...inSchemas, ...inMessages, ...inContent, ...inBoth]
