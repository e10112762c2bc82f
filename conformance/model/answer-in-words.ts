import type { Reception } from './observation.ts'

/** What a target answered, for the sentence of a finding: the status, and what else there is to say where that is not all. */
export function answerInWords(status: number | undefined, reception: Reception): string {
  if (status === undefined) return 'nothing'
  switch (reception) {
    case 'accepted':
    case 'refused':
      return String(status)
    case 'unrecognised':
      return `${status} with a body that is no reply of this operation`
    case 'denied':
      return `${status}, which turns the key away`
    case 'failed':
      return `${status}, an error of the server`
    case 'strange':
      return `${status}, neither a success nor an error`
    case 'busy':
      // A success is as good as none when its reply does not come to its end, or ends in an error (readings.md S2).
      return status < 400
        ? `${status} with a reply that broke off or ended in an error`
        : `${status}, which says that it cannot serve just now`
  }
}
