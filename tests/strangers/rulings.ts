/** The verdict on a requirement for one operation. */
export interface Ruling {
  /** The requirement and its operation, such as `messages.reply-id@messages.create`. */
  readonly name: string
  readonly verdict: string
  readonly findings: readonly Finding[]
}

/** The evidence of a violation. */
export interface Finding {
  readonly message: string
  readonly exchange: string
  readonly curl?: string
}

interface ResultName {
  readonly requirement: string
  readonly operation: string
}

/** The parts of results.json that the tests read. */
export interface Results {
  readonly limits: readonly string[]
  readonly summary: { readonly verdict: string; readonly reason: string }
  readonly causes: readonly {
    readonly id: string
    readonly requirements: readonly ResultName[]
    readonly blocks: readonly ResultName[]
  }[]
  readonly requirements: readonly {
    readonly id: string
    readonly operations: readonly (Omit<Ruling, 'name'> & { readonly operation: string })[]
  }[]
}

export function rulingsOf({ requirements }: Results): readonly Ruling[] {
  return requirements.flatMap(({ id, operations }) =>
    operations.map(({ operation, verdict, findings }) => ({ name: `${id}@${operation}`, verdict, findings })),
  )
}
