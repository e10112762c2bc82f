/** Decodes the percent-encoding of a part of a URL; `undefined` if it is invalid. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
