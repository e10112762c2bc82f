/** The order in which a stream's events may come, as a table that can be read aloud. */
export interface Grammar {
  readonly start: string
  /** The states in which a stream may end. */
  readonly accepting: readonly string[]
  /** Symbols that are permitted in every state and change none. */
  readonly anywhere: readonly string[]
  /** For each state, the symbols that may come next and the state each leads to. */
  readonly states: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The first symbol that the grammar does not permit where it stands. */
export interface Departure {
  /** The symbol's number, from 0. */
  readonly position: number
  readonly symbol: string
  readonly state: string
  /** The symbols permitted there, beside those permitted anywhere. */
  readonly expected: readonly string[]
}

/** How far a sequence of symbols keeps to a grammar. */
export interface Followed {
  /** The state reached: after the last symbol, or where it departs. */
  readonly state: string
  readonly departure?: Departure
  /** Whether the whole sequence is permitted and may end here. */
  readonly isAccepting: boolean
}

/** Follows a grammar symbol by symbol up to the first departure. Symbols it does not name are permitted and skipped. */
export function follow(grammar: Grammar, symbols: readonly string[]): Followed {
  const named = namedIn(grammar)
  let state = grammar.start
  for (const [position, symbol] of symbols.entries()) {
    if (!named.has(symbol)) continue
    const permitted = permittedIn(grammar, state)
    if (Object.hasOwn(permitted, symbol)) state = permitted[symbol]!
    else return { state, departure: { position, symbol, state, expected: Object.keys(permitted) }, isAccepting: false }
  }
  return { state, isAccepting: grammar.accepting.includes(state) }
}

/** The symbols a state permits, beside those permitted anywhere. */
export function permittedIn(grammar: Grammar, state: string): Readonly<Record<string, string>> {
  return grammar.states[state] ?? {}
}

/** The symbols whose order the grammar rules; one that is permitted anywhere has no order. */
function namedIn({ states, anywhere }: Grammar): ReadonlySet<string> {
  const named = new Set(Object.values(states).flatMap((permitted) => Object.keys(permitted)))
  for (const symbol of anywhere) named.delete(symbol)
  return named
}
