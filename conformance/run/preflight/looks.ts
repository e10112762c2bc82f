/** So many requests at most look around where the first ones failed: whether the target lives elsewhere, or takes its key otherwise. */
export const mostLooks = 40
