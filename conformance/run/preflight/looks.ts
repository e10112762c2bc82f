/** The most requests that look around after the first ones failed: for another base URL or form of the key. */
export const mostLooks = 40
