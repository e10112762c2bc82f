/**
 * Decoders of the encodings that may hide a secret; each undoes one layer. They are independent of the suite's own
 * search.
 */
const undoings: readonly ((text: string) => string)[] = [
  (text) => text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  (text) => text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  (text) => text.replace(/\\(["\\/])/g, '$1'),
  (text) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  (text) => text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
  (text) => text.replaceAll('-', '+').replaceAll('_', '/'),
]

/**
 * Finds a secret in a text: under up to two layers of escaping, in base64 of any alignment, in any letter case, or in
 * hex. Returns the text around it, or undefined if the secret does not occur.
 */
export function traceOf(text: string, secret: string): string | undefined {
  const layers = [text, ...undoings.map((undo) => undo(text))]
  const all = new Set([...layers, ...layers.flatMap((layer) => undoings.map((undo) => undo(layer)))])
  return (
    [...all]
      .map((layer) => plainTrace(layer, secret) ?? base64Trace(layer, secret))
      .find((trace) => trace !== undefined) ??
    layers.map((layer) => disguisedTrace(layer, secret)).find((trace) => trace !== undefined)
  )
}

function disguisedTrace(text: string, secret: string): string | undefined {
  const small = text.toLowerCase()
  const forms = [secret.toLowerCase(), Buffer.from(secret).toString('hex')]
  const at = forms.map((form) => small.indexOf(form)).find((place) => place >= 0)
  return at === undefined ? undefined : text.slice(Math.max(0, at - 60), at + 60)
}

function plainTrace(text: string, secret: string): string | undefined {
  const at = text.indexOf(secret)
  return at < 0 ? undefined : text.slice(Math.max(0, at - 60), at + 60)
}

function base64Trace(text: string, secret: string): string | undefined {
  const runs = text.match(/[A-Za-z0-9+/]{8,}/g) ?? []
  return runs.find((run) =>
    [0, 1, 2, 3].some((offset) => Buffer.from(run.slice(offset), 'base64').toString('latin1').includes(secret)),
  )
}
