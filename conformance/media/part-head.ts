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
  const lines = head.split('\r\n')
  const encoding = headerIn(lines, 'content-transfer-encoding')?.toLowerCase() ?? 'binary'
  const disposition = headerIn(lines, 'content-disposition')
  if (disposition === undefined || !['binary', '8bit', '7bit'].includes(encoding)) return undefined
  const name = parameter(disposition, 'name')
  if (name === undefined) return undefined
  const filename = parameter(disposition, 'filename') ?? parameter(disposition, 'filename*')
  const type = headerIn(lines, 'content-type')
  return { name, ...(filename === undefined ? {} : { filename }), ...(type === undefined ? {} : { type }) }
}

function headerIn(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((candidate) => candidate.slice(0, name.length + 1).toLowerCase() === `${name}:`)
  return line?.slice(name.length + 1).trim()
}

function parameter(disposition: string, wanted: string): string | undefined {
  for (const [, name, inQuotes, bare] of disposition.matchAll(
    /;\s*([\w*]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;]*))/g,
  )) {
    if (name?.toLowerCase() === wanted) return unquoted(inQuotes ?? bare ?? '')
  }
  return undefined
}

/** Undoes what browsers (`%22`) and older clients (`\"`) do to a quote or line end in a name. */
function unquoted(text: string): string {
  return text
    .replace(/\\(["\\])/g, '$1')
    .replace(/%(0D|0A|22)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
