/** What the header lines of a part of a form say. */
export interface PartHead {
  /** The form field. */
  readonly name: string
  /** Absent for a plain text field. */
  readonly filename?: string
  /** The part's content type. */
  readonly type?: string
}

/** What a part's header lines say; `undefined` where they name no field, or encode the bytes in a way forms do not have. */
export function partHead(head: string): PartHead | undefined {
  const headers = headersIn(head)
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'
  const disposition = headers.get('content-disposition')
  if (disposition === undefined || !['binary', '8bit', '7bit'].includes(encoding)) return undefined
  const parameters = parametersIn(disposition)
  const name = parameters.get('name')
  if (name === undefined) return undefined
  const filename = parameters.get('filename') ?? parameters.get('filename*')
  const type = headers.get('content-type')
  return { name, ...(filename === undefined ? {} : { filename }), ...(type === undefined ? {} : { type }) }
}

/** The header lines by name; the first of a name counts. */
function headersIn(head: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (colon >= 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

/** The parameters of a disposition by name; the first of a name counts. */
function parametersIn(disposition: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const [, name = '', inQuotes, bare] of disposition.matchAll(
    /;\s*([\w*]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;]*))/g,
  )) {
    const known = name.toLowerCase()
    if (!parameters.has(known)) parameters.set(known, unquoted(inQuotes ?? bare ?? ''))
  }
  return parameters
}

/** Undoes what browsers (`%22`) and older clients (`\"`) do to a quote or line end in a name. */
function unquoted(text: string): string {
  return text
    .replace(/\\(["\\])/g, '$1')
    .replace(/%(0D|0A|22)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
