/** The most requests that search after a failed preflight, for another base URL or another form of the key. */
export const mostLooks = 40
