import { type Departure, type Grammar, permittedIn } from './grammar.ts'

/** For example `while in a block, expected content_block_delta or content_block_stop, got message_stop (event 4)`. */
export function explain({ state, expected, symbol, position }: Departure): string {
  return `while ${state}, expected ${either(expected)}, got ${symbol} (event ${position})`
}

/** Why a stream may not end in this state, for example `ended while in a block, expected content_block_stop`. */
export function explainEnd(grammar: Grammar, state: string): string {
  return `ended while ${state}, expected ${either(Object.keys(permittedIn(grammar, state)))}`
}

function either(symbols: readonly string[]): string {
  if (symbols.length === 0) return 'nothing more'
  return symbols.length === 1 ? symbols[0]! : `${symbols.slice(0, -1).join(', ')} or ${symbols.at(-1)}`
}
