/** The order of the events of a stream, as a table. */
export interface Grammar {
  readonly start: string
  /** The states in which a stream may end. */
  readonly accepting: readonly string[]
  /** Symbols that are permitted in every state and do not change it. */
  readonly anywhere: readonly string[]
  /**
   * The next symbols of each state, and the states that they lead to. The name of a state says in words where in the
   * stream it is, for example `in a block`.
   */
  readonly states: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The first symbol that the grammar does not permit. */
export interface GrammarDeparture {
  /** The index of the symbol, from 0. */
  readonly position: number
  readonly symbol: string
  readonly state: string
  /** The symbols permitted there, except those permitted anywhere. */
  readonly expected: readonly string[]
}

/** The result of following a grammar. */
export interface Followed {
  /** The state after the last symbol, or at the departure. */
  readonly state: string
  readonly departure?: GrammarDeparture
  /** True if the sequence is permitted and may end here. */
  readonly isAccepting: boolean
}

/**
 * Follows a grammar up to the first departure. Skips symbols that it does not name. `unreadable` is the symbol of an
 * event whose type cannot be read. It may be any permitted or unnamed symbol, so every possible state is kept.
 */
export function follow(grammar: Grammar, symbols: readonly string[], unreadable?: string): Followed {
  const named = namedIn(grammar)
  let states = [grammar.start]
  for (const [position, symbol] of symbols.entries()) {
    const nexts = states.map((state) => permittedIn(grammar, state))
    if (symbol === unreadable) states = distinct([...states, ...nexts.flatMap(Object.values)])
    if (symbol === unreadable || !named.has(symbol)) continue
    const reached = nexts.flatMap((permitted) => (Object.hasOwn(permitted, symbol) ? [permitted[symbol]!] : []))
    const expected = distinct(nexts.flatMap(Object.keys))
    const state = states[0]!
    if (reached.length === 0) return { state, departure: { position, symbol, state, expected }, isAccepting: false }
    states = distinct(reached)
  }
  return { state: states[0]!, isAccepting: states.some((state) => grammar.accepting.includes(state)) }
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}

/** Returns the symbols that a state permits, except those permitted anywhere. */
export function permittedIn(grammar: Grammar, state: string): Readonly<Record<string, string>> {
  return grammar.states[state] ?? {}
}

/** Returns the symbols that have an order, which those permitted anywhere do not. */
function namedIn({ states, anywhere }: Grammar): ReadonlySet<string> {
  const named = new Set(Object.values(states).flatMap((permitted) => Object.keys(permitted)))
  for (const symbol of anywhere) named.delete(symbol)
  return named
}

/**
 * Describes a departure, for example `event 4 is message_stop in a block; expected content_block_delta or
 * content_block_stop`.
 */
export function explain({ state, expected, symbol, position }: GrammarDeparture): string {
  return `event ${position} is ${symbol} ${state}; expected ${either(expected)}`
}

/** Describes a missing end, for example "stream ended without `message_stop` (last event: `message_delta`)". */
export function explainEnd(required: string, last: string | undefined): string {
  return `stream ended without \`${required}\` (${last === undefined ? 'it has no events' : `last event: \`${last}\``})`
}

function either(symbols: readonly string[]): string {
  if (symbols.length === 0) return 'nothing more'
  return symbols.length === 1 ? symbols[0]! : `${symbols.slice(0, -1).join(', ')} or ${symbols.at(-1)}`
}
