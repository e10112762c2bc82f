import type { RecordedRequest } from '../../model/exchange.ts'
import { attempt } from './attempts.ts'
import type { Run } from './driver.ts'

/** A request that a reply leads to and that bills nothing. */
export interface FollowUp {
  /** Becomes the exchange's id. */
  readonly id: string
  readonly request: RecordedRequest
}

/** Sends what replies lead to, within the same bounds as everything else. */
export async function sendFollowUps(run: Run, followUps: readonly FollowUp[]): Promise<void> {
  const send = async ({ id, request }: FollowUp) => {
    const fared = await attempt(run, id, request)
    if ('cut' in fared) run.unsent.push({ id, cut: fared.cut })
  }
  await Promise.all(followUps.map(send))
}
