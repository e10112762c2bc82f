/** What one question about a bundle came to. */
export interface Answer {
  /** `unknown` where this version cannot tell, `unasked` where the caller did not want to know. */
  readonly holds: 'yes' | 'no' | 'unknown' | 'unasked'
  /** One line that says what was looked at, and what is wrong. */
  readonly text: string
}

export function yes(text: string): Answer {
  return { holds: 'yes', text }
}

export function no(text: string): Answer {
  return { holds: 'no', text }
}

export function unknown(text: string): Answer {
  return { holds: 'unknown', text }
}

export function unasked(text: string): Answer {
  return { holds: 'unasked', text }
}
