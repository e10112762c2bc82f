/** The result of reading a body. */
export type Body =
  | {
      readonly kind: 'value'
      readonly value: unknown
      /** The text of the body; absent for a form. */
      readonly text?: string
    }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'too-large' }

export function unreadableBody(why: string): Body {
  return { kind: 'unreadable', why }
}
