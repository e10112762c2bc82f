/** Claims that wait for their answer in the order they came. */
export interface Queue {
  claim(calls: number): Promise<boolean>
  /** Answers those who can be answered by now. */
  serve(): void
}

interface Waiting {
  readonly calls: number
  readonly answer: (granted: boolean) => void
}

/** `decide` says whether a claim is granted, or nothing where it is to wait. What costs nothing stands in no line. */
export function newQueue(decide: (calls: number) => boolean | undefined): Queue {
  const waiting: Waiting[] = []
  return {
    claim(calls) {
      const decision = waiting.length > 0 && calls > 0 ? undefined : decide(calls)
      if (decision !== undefined) return Promise.resolve(decision)
      return new Promise((answer) => waiting.push({ calls, answer }))
    },
    serve() {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        const decision = decide(next.calls)
        if (decision === undefined) return
        waiting.shift()
        next.answer(decision)
      }
    },
  }
}
