import { itemsOf, membersOf } from '../json.ts'
import type { RuleFinding } from '../rules.ts'

type Side = 'asking' | 'answering' | 'unknown'

/** The role that may send each kind of part in the specified cases. */
const sideOfPart: Readonly<Record<string, Side>> = {
  inlineData: 'asking',
  inline_data: 'asking',
  functionResponse: 'asking',
  functionCall: 'answering',
  executableCode: 'answering',
  codeExecutionResult: 'answering',
}

/**
 * Reports conversations that the specification neither describes nor forbids (interpretation G16). These are: turns
 * that do not alternate, or whose first or last turn is the model's; several turns without roles; parts in an unusual
 * role; a call without its response or a response without its call; a result without its code or code without its
 * result.
 */
export function contentConversation(body: unknown): readonly RuleFinding[] {
  const { contents } = membersOf(body)
  if (!Array.isArray(contents))
    return contentConversation({ contents: [contents] }).map((finding) => ({ ...finding, pointer: '/contents' }))
  const order = isOrdered(contents)
    ? []
    : [open('/contents', 'its turns are in an order that the specification does not list')]
  return [
    ...order,
    ...contents.flatMap((turn, index) => turnFindings(turn, contents[index - 1], contents[index + 1], index)),
  ]
}

function turnFindings(turn: unknown, before: unknown, after: unknown, index: number): readonly RuleFinding[] {
  const pointer = `/contents/${index}`
  const calls = namesIn(turn, 'functionCall')
  const isAnswered = calls.length === 0 || isSame(calls, namesIn(after, 'functionResponse'))
  const isAsked = isSame(namesIn(turn, 'functionResponse'), namesIn(before, 'functionCall'))
  const loop = isAnswered && isAsked ? [] : [open(pointer, 'function calls and responses do not match')]
  return [...loop, ...strangeParts(turn, pointer)]
}

function isOrdered(contents: readonly unknown[]): boolean {
  if (contents.length <= 1) return sideOf(contents[0]) !== 'answering'
  return (
    contents.length % 2 === 1 && contents.every((turn, index) => sideOf(turn) === (index % 2 ? 'answering' : 'asking'))
  )
}

/** Returns the side of a turn. The schema validates the role itself. */
function sideOf(turn: unknown): Side {
  const { role } = membersOf(turn)
  if (role === 'model') return 'answering'
  return role === 'user' || role === 'function' || role === 'tool' ? 'asking' : 'unknown'
}

function strangeParts(turn: unknown, pointer: string): readonly RuleFinding[] {
  const { parts, role } = membersOf(turn)
  const names = itemsOf(parts).map((part) => Object.keys(membersOf(part))[0] ?? '')
  const own = sideOf(turn) === 'answering' ? 'answering' : 'asking'
  const isForeign = names.some((name) => (sideOfPart[name] ?? own) !== own)
  const isOdd = (role === 'function' || role === 'tool') && names.some((name) => name !== 'functionResponse')
  const isMixed = names.includes('functionResponse') && names.some((name) => name !== 'functionResponse')
  const found = isForeign || isOdd || isMixed || !hasPairedCode(names)
  return found ? [open(pointer, 'its parts are unusual in its role')] : []
}

/** Returns whether each `executableCode` is directly followed by its `codeExecutionResult`, and no result is alone. */
function hasPairedCode(names: readonly string[]): boolean {
  return names.every((name, index) => {
    if (name === 'executableCode') return names[index + 1] === 'codeExecutionResult'
    return name !== 'codeExecutionResult' || names[index - 1] === 'executableCode'
  })
}

function namesIn(turn: unknown, kind: 'functionCall' | 'functionResponse'): readonly unknown[] {
  return itemsOf(membersOf(turn)['parts']).flatMap((part) => nameOf(membersOf(part)[kind]))
}

function nameOf(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : [membersOf(value)['name']]
}

/**
 * Returns whether two lists of names are equal. Names that are not strings match any name, because the schema rejects
 * them.
 */
function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  const isMatch = (name: unknown, index: number) =>
    [name, other[index]].some((each) => typeof each !== 'string') || name === other[index]
  return one.length === other.length && one.every(isMatch)
}

function open(pointer: string, message: string): RuleFinding {
  return { pointer, message, open: 'G16' }
}
