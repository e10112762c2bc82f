import type { RecordedRequest } from '../../model/exchange.ts'
import type { Verdict } from '../../model/vocabulary.ts'
import { costOf, type Run } from './driver.ts'

/** Requests that are sent for one requirement, within what is left to it. */
export interface Trial {
  /** How many were sent. */
  readonly requests: number
  /** What the requirement says of a request when it is sent now; `undefined` when the budget does not allow it. */
  judged(request: RecordedRequest): Promise<{ readonly verdict: Verdict; readonly id: string } | undefined>
}

/** Starts sending for a requirement, `most` requests at most. */
export function startTrial(run: Run, requirement: string, most: number): Trial {
  let requests = 0
  return {
    get requests() {
      return requests
    },
    async judged(request) {
      const { calls, images } = costOf(run, request)
      if (requests >= most || !(await run.purse.claim(calls))) return undefined
      const id = `shrink/${requirement}/${String(requests).padStart(2, '0')}`
      const passed = await run.gate.pass((signal) => run.send(request, id, signal))
      if ('cut' in passed) {
        run.purse.settle(calls, 0)
        return undefined
      }
      requests += 1
      const { response } = passed.done
      const isServed = response !== null && response.status >= 200 && response.status < 300
      run.purse.settle(calls, isServed ? calls : 0)
      if (isServed) {
        run.billed.calls += calls
        run.billed.images += images
      }
      run.sent.set(id, request)
      return { verdict: run.judge.retry(requirement, passed.done), id }
    },
  }
}
