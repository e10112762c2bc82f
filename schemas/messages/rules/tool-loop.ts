import { isObject, member } from '../../json.ts'
import type { Rule, RuleFinding } from '../../rules.ts'
import { blocksOf, isBlockOfType, type PlacedBlock, type Turn, toolsOf, turnsOf } from './conversation.ts'

/**
 * Reports unspecified histories (interpretation G16): a tool use without its result, a result without its use, and uses
 * that fit no declared tool.
 */
export const toolLoop: Rule = (body) => {
  const all = turnsOf(body)
  const tools = toolsOf(body)
  if (all === undefined || tools === undefined) return []
  const merged = mergedTurns(all)
  if (!merged.flat().every(isIdentified)) return []
  const unpaired = merged.flatMap((blocks, index) => [
    ...unanswered(blocks, merged[index + 1] ?? []),
    ...unasked(blocks, merged[index - 1] ?? []),
  ])
  return [...unpaired, ...merged.flatMap((blocks) => unexplained(blocks, tools))]
}

/** Returns whether a block that needs an id has one. Another requirement reports a missing id. */
function isIdentified(block: PlacedBlock): boolean {
  if (isBlockOfType(block, 'tool_use')) return typeof member(block.members, 'id') === 'string'
  return !isBlockOfType(block, 'tool_result') || typeof member(block.members, 'tool_use_id') === 'string'
}

/** Merges consecutive messages of one role, which are one turn (section 2.8). */
function mergedTurns(all: readonly Turn[]): readonly (readonly PlacedBlock[])[] {
  const merged: PlacedBlock[][] = []
  for (const [index, turn] of all.entries()) {
    if (index > 0 && all[index - 1]!.role === turn.role) merged.at(-1)!.push(...blocksOf(turn))
    else merged.push([...blocksOf(turn)])
  }
  return merged
}

function unanswered(blocks: readonly PlacedBlock[], next: readonly PlacedBlock[]): readonly RuleFinding[] {
  const answered = idsIn(next, 'tool_result', 'tool_use_id')
  const uses = blocks.filter((block) => isBlockOfType(block, 'tool_use'))
  return uses.flatMap(({ pointer, members }, index) => {
    const id = member(members, 'id')
    const isTwice = uses.findIndex((other) => member(other.members, 'id') === id) !== index
    return answered.has(id) && !isTwice ? [] : [{ pointer, message: 'a tool use without its tool result', open: 'G16' }]
  })
}

function unasked(blocks: readonly PlacedBlock[], previous: readonly PlacedBlock[]): readonly RuleFinding[] {
  const asked = idsIn(previous, 'tool_use', 'id')
  const answers = new Set<unknown>()
  return blocks.flatMap((block, index) => {
    const id = member(block.members, 'tool_use_id')
    if (!isBlockOfType(block, 'tool_result')) return []
    const isLate = !blocks.slice(0, index).every((other) => isBlockOfType(other, 'tool_result'))
    const isPaired = asked.has(id) && !answers.has(id) && !isLate
    answers.add(id)
    return isPaired ? [] : [{ pointer: block.pointer, message: 'a tool result without its tool use', open: 'G16' }]
  })
}

function idsIn(blocks: readonly PlacedBlock[], type: string, name: string): ReadonlySet<unknown> {
  return new Set(blocks.filter((block) => isBlockOfType(block, type)).map(({ members }) => member(members, name)))
}

function unexplained(blocks: readonly PlacedBlock[], tools: ReadonlyMap<string, unknown>): readonly RuleFinding[] {
  return blocks.flatMap(({ pointer, members }) => {
    const name = member(members, 'name')
    if (member(members, 'type') !== 'tool_use' || typeof name !== 'string' || name === '') return []
    const tool = tools.get(name)
    if (tool !== undefined && fitsRoughly(member(tool, 'input_schema'), member(members, 'input'))) return []
    return [{ pointer, message: `no declared tool matches this use of ${name}`, open: 'G16' }]
  })
}

const plainWords = ['type', 'description', 'title']

/**
 * Returns whether an earlier tool input clearly fits its tool: it has every required member, and each member has the
 * type in the tool's schema. Returns `false` in case of doubt, which makes the input unspecified. Another requirement
 * reports an input that is missing or not an object.
 */
function fitsRoughly(schema: unknown, input: unknown): boolean {
  if (!isObject(input) || schema === undefined) return true
  const required = member(schema, 'required') ?? []
  const properties = member(schema, 'properties') ?? {}
  if (!Array.isArray(required) || !isObject(properties)) return false
  if (!required.every((name) => typeof name === 'string' && Object.hasOwn(input, name))) return false
  return Object.entries(input).every(([name, value]) => isOfNamedType(member(properties, name), value))
}

function isOfNamedType(schema: unknown, value: unknown): boolean {
  const type = member(schema, 'type')
  if (!isObject(schema) || !Object.keys(schema).every((word) => plainWords.includes(word))) return false
  if (type === 'string' || type === 'number' || type === 'boolean') return typeof value === type
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  return type === 'object' && isObject(value)
}
