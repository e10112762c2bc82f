import { connect } from 'node:net'
import { areas } from '../../../core/model/vocabulary.ts'
import type { Vocabulary } from '../../../engine/record/evidence/frame.ts'
import { baseUrlOf } from '../../config/vocabulary.ts'

/** Returns the base URLs that a run uses, one for each host and port. */
export function baseUrlsOf(url: string, limitedTo: readonly string[], vocabulary: Vocabulary): readonly string[] {
  const asked = areas.filter((area) => limitedTo.length === 0 || limitedTo.includes(area))
  const urls = asked.map((area) => baseUrlOf(area, url, vocabulary))
  return [...new Map(urls.map((one) => [new URL(one).host, one])).values()]
}

/** Returns the first connection error, or `undefined` if a server listens at every place. */
export async function connectionTrouble(places: readonly string[]): Promise<string | undefined> {
  const troubles = await Promise.all(places.map(connectionError))
  return troubles.find((trouble) => trouble !== undefined)
}

/** The time in milliseconds after which a connection attempt fails. */
const patience = 2000

/** Connects to an address without sending a request. Returns the error, or `undefined` if a server listens. */
export function connectionError(url: string): Promise<string | undefined> {
  const { hostname, host: authority, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
    const settle = (trouble: string | undefined) => {
      socket.destroy()
      resolve(trouble)
    }
    // If this process was busy for that long, the connection may have been made meanwhile, which is noticed first.
    socket.setTimeout(patience, () => setImmediate(settle, `no connection to ${authority} within ${patience / 1000} s`))
    socket
      .once('connect', () => settle(undefined))
      .once('error', ({ code, message }: NodeJS.ErrnoException) =>
        settle(`no connection to ${authority} (${code ?? message})`),
      )
  })
}
