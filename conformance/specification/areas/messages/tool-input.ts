import { isObject, member, memberAt } from '../../../../schemas/json.ts'
import type { StreamedBlock } from './blocks.ts'

/** The input of a streamed tool use. */
export type StreamedInput =
  /** The specification does not define this form (interpretation S5). */
  | { readonly kind: 'unshown' }
  | { readonly kind: 'shown'; readonly input: unknown }
  /** The joined pieces are not valid JSON. */
  | { readonly kind: 'broken'; readonly text: string }

/** Returns the input of a complete streamed `tool_use` block: its joined pieces of JSON, or the input in its start. */
export function streamedInput({ opening, deltas, isEnded }: StreamedBlock): StreamedInput {
  if (!isEnded) return { kind: 'unshown' }
  const pieces = deltas.map(({ payload }) => memberAt(payload, 'delta', 'partial_json'))
  if (!pieces.every((piece) => typeof piece === 'string')) return { kind: 'unshown' }
  const text = pieces.join('')
  if (text.trim() !== '') return parsed(text)
  const input = member(opening, 'input')
  if (isObject(input)) return { kind: 'shown', input }
  return pieces.length > 0 && input === undefined ? { kind: 'shown', input: {} } : { kind: 'unshown' }
}

function parsed(text: string): StreamedInput {
  try {
    return { kind: 'shown', input: JSON.parse(text) as unknown }
  } catch {
    return { kind: 'broken', text }
  }
}
