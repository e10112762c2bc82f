import type { StreamedBlock } from './blocks.ts'
import { isMembers, member, memberAt } from './members.ts'

/** What a streamed tool use says of its input. */
export type StreamedInput =
  /** Its form is one that the specification does not show (interpretation S5). */
  | { readonly kind: 'unshown' }
  | { readonly kind: 'shown'; readonly input: unknown }
  /** The pieces of JSON do not make JSON. */
  | { readonly kind: 'broken'; readonly text: string }

/** The input of a streamed complete `tool_use` block: its pieces of JSON joined, or what its start says. */
export function streamedInput({ opening, deltas, isEnded }: StreamedBlock): StreamedInput {
  if (!isEnded) return { kind: 'unshown' }
  const pieces = deltas.map(({ payload }) => memberAt(payload, 'delta', 'partial_json'))
  if (!pieces.every((piece) => typeof piece === 'string')) return { kind: 'unshown' }
  const text = pieces.join('')
  if (text.trim() !== '') return parsed(text)
  const input = member(opening, 'input')
  if (isMembers(input)) return { kind: 'shown', input }
  return pieces.length > 0 && input === undefined ? { kind: 'shown', input: {} } : { kind: 'unshown' }
}

function parsed(text: string): StreamedInput {
  try {
    return { kind: 'shown', input: JSON.parse(text) as unknown }
  } catch {
    return { kind: 'broken', text }
  }
}
