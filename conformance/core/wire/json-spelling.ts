/**
 * Returns a JSON body as `JSON.stringify` writes it, with members in the same order. Returns `undefined` if the body
 * already has that form or is not JSON.
 */
export function plainlyWritten(body: Uint8Array): Uint8Array | undefined {
  const text = textOf(body)
  if (text === undefined) return undefined
  try {
    const plain = JSON.stringify(JSON.parse(text))
    return plain === text ? undefined : new TextEncoder().encode(plain)
  } catch {
    return undefined
  }
}

function textOf(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}
