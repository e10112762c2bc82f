import { countTokens, firstTokens } from './tokens.ts'

/** The limits of a text. */
export interface Limits {
  readonly maxTokens: number
  readonly stopSequences: readonly string[]
}

/** The reason why a text ended. */
export type Ending =
  | { readonly by: 'itself' }
  | { readonly by: 'max-tokens' }
  | { readonly by: 'stop-sequence'; readonly sequence: string }

/** The remaining text. */
export interface CutText {
  readonly text: string
  readonly tokens: number
  readonly ending: Ending
}

/** Cuts a text at its limits: before the stop sequence that completes first, or after the last allowed token. */
export function cut(text: string, { maxTokens, stopSequences }: Limits): CutText {
  const total = countTokens(text)
  const allowed = total <= maxTokens ? text : firstTokens(text, maxTokens)
  const stop = earliest(allowed, stopSequences)
  if (stop !== undefined) {
    const kept = allowed.slice(0, stop.at)
    return { text: kept, tokens: countTokens(kept), ending: { by: 'stop-sequence', sequence: stop.sequence } }
  }
  const isWhole = total <= maxTokens
  return { text: allowed, tokens: isWhole ? total : maxTokens, ending: { by: isWhole ? 'itself' : 'max-tokens' } }
}

function earliest(text: string, sequences: readonly string[]): { at: number; sequence: string } | undefined {
  let best: { at: number; sequence: string } | undefined
  for (const sequence of sequences) {
    const at = sequence === '' ? -1 : text.indexOf(sequence)
    if (at >= 0 && (best === undefined || at + sequence.length < best.at + best.sequence.length))
      best = { at, sequence }
  }
  return best
}

/** Matches the characters of one piece without splitting surrogate pairs. */
const piece = /.{1,24}/gsu

/** Splits a text into the pieces of a stream. */
export function inPieces(text: string): readonly string[] {
  return text.match(piece) ?? []
}
