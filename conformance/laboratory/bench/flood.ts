import { Pool } from 'undici'

/** A request that is ready to be sent. */
export interface Shot {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: readonly string[]
  readonly body: Uint8Array | null
}

/** Sends every request once, `concurrency` at a time, and reads the responses. Returns the requests per second. */
export async function flood(origin: string, shots: readonly Shot[], concurrency: number): Promise<number> {
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 })
  let next = 0
  const worker = async (): Promise<void> => {
    for (let shot = shots[next++]; shot !== undefined; shot = shots[next++]) {
      const { body } = await pool.request({ ...shot, headers: [...shot.headers] })
      await body.arrayBuffer()
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: concurrency }, worker))
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  return shots.length / seconds
}
