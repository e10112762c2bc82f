import type { RequestValue } from '../model/operation.ts'
import type { SizeCoverage, SizeKind } from '../model/report.ts'
import { isObject } from '../plan/schema/json.ts'

/** The sizes and depths of some requests, collected. */
export interface Sizes {
  add(value: RequestValue): void
  /** Each kind that some request had, with the smallest and the largest. */
  covered(): readonly SizeCoverage[]
}

/** Starts with no request. */
export function startSizes(): Sizes {
  const seen = new Map<SizeKind, Set<number>>()
  return {
    add: (value) => {
      for (const [kind, size] of sizesIn(value)) {
        const known = seen.get(kind)
        if (known === undefined) seen.set(kind, new Set([size]))
        else known.add(size)
      }
    },
    covered: () =>
      kinds.flatMap((of): readonly SizeCoverage[] => {
        const sizes = [...(seen.get(of) ?? [])]
        if (sizes.length === 0) return []
        return [{ of, least: Math.min(...sizes), most: Math.max(...sizes), different: sizes.length }]
      }),
  }
}

const kinds: readonly SizeKind[] = [
  'turns',
  'blocks of a turn',
  'tools',
  'stop sequences',
  'replies asked for',
  'depth of a schema',
  'characters of a text',
  'files',
  'width of a picture',
  'bytes of a file',
]

/** The sizes of one request: of several turns or texts each, of its tools and files how many there are. */
function* sizesIn({ body }: RequestValue): Generator<readonly [SizeKind, number]> {
  if (!isObject(body)) return
  const turns = listIn(body, 'messages', 'contents')
  if (turns.length > 0) yield ['turns', turns.length]
  for (const turn of turns) {
    const blocks = isObject(turn) ? listIn(turn, 'content', 'parts') : []
    if (blocks.length > 0) yield ['blocks of a turn', blocks.length]
  }
  const tools = listIn(body, 'tools').flatMap((tool) => {
    const functions = isObject(tool) ? listIn(tool, 'functionDeclarations', 'function_declarations') : []
    return functions.length === 0 ? [tool] : functions
  })
  if (tools.length > 0) yield ['tools', tools.length]
  yield* settingSizes({ ...body, ...(isObject(body['generationConfig']) ? body['generationConfig'] : {}) })
  for (const schema of schemasIn(body)) yield ['depth of a schema', depthOf(schema)]
  for (const text of textsIn(body)) yield ['characters of a text', [...text].length]
  yield* fileSizes([...listIn(body, 'image'), ...(isObject(body['mask']) ? [body['mask']] : [])])
}

function* settingSizes(settings: Readonly<Record<string, unknown>>): Generator<readonly [SizeKind, number]> {
  const stops = listIn(settings, 'stop_sequences', 'stopSequences')
  if (stops.length > 0) yield ['stop sequences', stops.length]
  const count = settings['n'] ?? settings['candidateCount']
  if (typeof count === 'number') yield ['replies asked for', count]
}

function* fileSizes(files: readonly unknown[]): Generator<readonly [SizeKind, number]> {
  if (files.length > 0) yield ['files', files.length]
  for (const file of files) {
    if (!isObject(file)) continue
    if (typeof file['width'] === 'number') yield ['width of a picture', file['width']]
    if (typeof file['bytes'] === 'number') yield ['bytes of a file', file['bytes']]
  }
}

/** The first of these members that is a list. */
function listIn(members: Readonly<Record<string, unknown>>, ...names: readonly string[]): readonly unknown[] {
  for (const name of names) {
    const list = members[name]
    if (Array.isArray(list)) return list
  }
  return []
}

const schemaNames = new Set(['input_schema', 'parameters', 'responseSchema', 'response_schema'])

function* schemasIn(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) for (const item of value) yield* schemasIn(item)
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) {
    if (schemaNames.has(name)) yield member
    else yield* schemasIn(member)
  }
}

/** How many schemas lie within each other: of members and of items. */
function depthOf(schema: unknown): number {
  if (!isObject(schema)) return 1
  const { properties, items } = schema
  const inner = [...(isObject(properties) ? Object.values(properties) : []), ...(items === undefined ? [] : [items])]
  return 1 + Math.max(0, ...inner.map(depthOf))
}

const textNames = new Set(['text', 'content', 'prompt', 'system'])

function* textsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* textsIn(item)
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string') {
      if (textNames.has(name)) yield member
    } else if (!schemaNames.has(name)) yield* textsIn(member)
  }
}
