import { asObject } from '../har/har-json.ts'
import { type ParsedYaml, parseYaml } from './yaml.ts'

/**
 * Parses a cassette in YAML an interaction at a time, since the parser needs a hundred bytes of memory for each byte of text.
 * A text of another layout, or with an alias of a value in another interaction, is parsed as a whole.
 */
export function parseCassetteYaml(text: string): ParsedYaml {
  const parts = partsOf(text)
  const frame = parts && parseYaml(parts.frame)
  if (parts === undefined || frame === undefined || 'problem' in frame) return parseYaml(text)
  const items: unknown[] = []
  for (const item of parts.items) {
    const parsed = parseYaml(item)
    const list = 'problem' in parsed ? undefined : parsed.value
    if (!Array.isArray(list) || list.length !== 1) return parseYaml(text)
    items.push(list[0])
  }
  return { value: { ...asObject(frame.value), [parts.name]: items } }
}

interface Parts {
  /** The name of the list. */
  readonly name: string
  /** The text around its items. */
  readonly frame: string
  /** The texts of the items. Each is a list of one. */
  readonly items: readonly string[]
}

/**
 * Splits a text at the items of its list of interactions. All other lines of an item are indented further than its hyphen, even
 * those of multi-line texts (YAML 1.2.2 §8.2.1), and the list ends with a line that begins at the margin.
 */
function partsOf(text: string): Parts | undefined {
  const head = /^(interactions|http_interactions):[ \t]*\r?\n(?=( *)- )/m.exec(text)
  if (head === null) return undefined
  const [whole, name, indent] = [head[0], head[1]!, head[2]!]
  const start = head.index + whole.length
  const rest = /^[^\s#-]/m.exec(text.slice(start))
  const end = rest === null ? text.length : start + rest.index
  const list = text.slice(start, end)
  const starts = [...list.matchAll(new RegExp(`^${indent}- `, 'gm'))].map(({ index }) => index)
  const items = starts.map((from, index) => list.slice(from, starts[index + 1]))
  return { name, frame: text.slice(0, start) + text.slice(end), items }
}
