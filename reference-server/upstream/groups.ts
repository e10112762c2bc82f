/** Lets requests of a group wait for one another, so that their streams are open at the same time. */
export interface StreamGroups {
  /** Resolves when `size` requests of the group have arrived, or when the group has waited too long. */
  arrive(group: string, size: number): Promise<void>
}

/** The time in milliseconds after which a group no longer waits: a gateway may limit its connections. */
const patience = 1_000

interface Waiting {
  count: number
  readonly whole: Promise<void>
  readonly open: () => void
}

export function waitingGroups(): StreamGroups {
  const groups = new Map<string, Waiting>()
  return {
    arrive(group, size) {
      const waiting = groups.get(group) ?? newGroup()
      groups.set(group, waiting)
      waiting.count += 1
      if (waiting.count >= size) waiting.open()
      return waiting.whole
    },
  }
}

function newGroup(): Waiting {
  const { promise, resolve } = deferred()
  const timer = setTimeout(resolve, patience)
  timer.unref()
  return {
    count: 0,
    whole: promise,
    open: () => {
      clearTimeout(timer)
      resolve()
    },
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
