import { isObject, type Members, member } from '../../json.ts'
/** One message of a conversation. */
export interface Turn {
  /** Its place in the body, for example `/messages/1`. */
  readonly pointer: string
  readonly role: 'user' | 'assistant'
  readonly content: unknown
}

/** A content block and its place in the body. */
export interface PlacedBlock {
  readonly pointer: string
  readonly members: Members
}

/** Returns the messages if all have a role of the specification, otherwise `undefined`. */
export function turnsOf(body: unknown): readonly Turn[] | undefined {
  const messages = member(body, 'messages')
  if (!Array.isArray(messages)) return undefined
  const turns: Turn[] = []
  for (const [index, message] of messages.entries()) {
    const role = member(message, 'role')
    if (role !== 'user' && role !== 'assistant') return undefined
    turns.push({ pointer: `/messages/${index}`, role, content: member(message, 'content') })
  }
  return turns
}

export function blocksOf({ pointer, content }: Turn): readonly PlacedBlock[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((members, index) =>
    isObject(members) ? [{ pointer: `${pointer}/content/${index}`, members }] : [],
  )
}

export function isBlockOfType({ members }: PlacedBlock, ...types: readonly string[]): boolean {
  return types.includes(String(member(members, 'type')))
}

/** Returns the tools of a request by name, or `undefined` if `tools` is not a list. */
export function toolsOf(body: unknown): ReadonlyMap<string, Members> | undefined {
  const tools = member(body, 'tools') ?? []
  if (!Array.isArray(tools)) return undefined
  const named = new Map<string, Members>()
  for (const tool of tools) {
    const name = member(tool, 'name')
    if (typeof name === 'string') named.set(name, tool as Members)
  }
  return named
}
