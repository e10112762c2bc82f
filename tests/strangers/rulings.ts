/** A requirement's verdict on one operation. */
export interface Ruling {
  /** `messages.reply-id@messages.create`. */
  readonly name: string
  readonly verdict: string
  readonly findings: readonly Finding[]
}

/** What shows a violation. */
export interface Finding {
  readonly message: string
  readonly exchange: string
  readonly curl?: string
}

/** The part of results.json that is read here. */
export interface Results {
  readonly limits: readonly string[]
  readonly summary: { readonly verdict: string; readonly reason: string }
  readonly requirements: readonly {
    readonly id: string
    readonly operations: readonly (Omit<Ruling, 'name'> & { readonly operation: string })[]
  }[]
}

/** Every requirement's verdict on each of its operations. */
export function rulingsOf({ requirements }: Results): readonly Ruling[] {
  return requirements.flatMap(({ id, operations }) =>
    operations.map(({ operation, verdict, findings }) => ({ name: `${id}@${operation}`, verdict, findings })),
  )
}
