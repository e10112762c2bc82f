/** Interpretations of the token usage endpoint. */
export default {
  T1: 'For a missing or malformed credential the status 401 and both messages are stated. For an unknown token the body is stated, and the status is only reported as information.',
  T2: 'A key with and without one `sk-` is the same token and gets the same data. Totals are compared only if one form got the same totals before and after the other. If one form is accepted, a 401 for the other is a violation.',
  T3: 'The totals are consistent at every moment. How and when they change is unspecified.',
  T4: 'An expiry time is 0 or a Unix time in seconds: not -1 and not in milliseconds. It may be in the past.',
} as const
