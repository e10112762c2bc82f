import { type Html, html, styleElement } from '../markup.ts'

export interface Head {
  readonly title: string
  /** The content security policy. */
  readonly policy: string
  readonly style: string
  /** The suite and its version. Absent from a page that names them near its beginning anyway. */
  readonly generator?: string
}

/** Renders the head of a page that opens from disk. */
export function headOf({ title, policy, style, generator }: Head): Html {
  return html`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
${
  generator === undefined
    ? undefined
    : html`<meta name="generator" content="${generator}">
`
}<title>${title}</title>
${styleElement(style)}
</head>`
}
