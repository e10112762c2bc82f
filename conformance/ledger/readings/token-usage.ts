/** Readings of the token usage endpoint. */
export default {
  T1: 'The status 401 and both messages are stated. For an unknown token its body is stated, its status only noted.',
  T2: 'A key with and without one `sk-` is the same token and is told the same about it; totals may move between the two.',
  T3: 'The totals add up at every moment; how and when they move is open.',
  T4: 'A time of expiry is 0 or in seconds of this era: neither -1 nor milliseconds. It may be past.',
} as const
