import type { StreamedBlock } from './blocks.ts'
import { isMembers, member, memberAt } from './members.ts'

/** What a streamed tool use says of its input. */
export type StreamedInput =
  /** Its form is one that the document does not show (readings S5). */
  | { readonly kind: 'unshown' }
  | { readonly kind: 'told'; readonly input: unknown }
  /** The pieces of JSON do not make JSON. */
  | { readonly kind: 'broken'; readonly text: string }

/** The input of a streamed `tool_use` block: its pieces of JSON joined, or what its start says. */
export function streamedInput({ opening, deltas }: StreamedBlock): StreamedInput {
  const pieces = deltas.map(({ payload }) => memberAt(payload, 'delta', 'partial_json'))
  if (!pieces.every((piece) => typeof piece === 'string')) return { kind: 'unshown' }
  const text = pieces.join('')
  if (text.trim() !== '') return parsed(text)
  const input = member(opening, 'input')
  if (isMembers(input)) return { kind: 'told', input }
  return pieces.length > 0 && input === undefined ? { kind: 'told', input: {} } : { kind: 'unshown' }
}

function parsed(text: string): StreamedInput {
  try {
    return { kind: 'told', input: JSON.parse(text) as unknown }
  } catch {
    return { kind: 'broken', text }
  }
}
