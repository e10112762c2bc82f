import type { RunOptions } from '../../config/run-options.ts'

/** A target that is ready for requests. */
export interface Target {
  readonly url: string
  readonly key: string
  /** True if it is the reference server in this process. */
  readonly embedded: boolean
  close(): Promise<void>
}

/** The default key of the reference server. */
const usualKey = 'test-key'

/**
 * More requests than one shard sends. Offsets the request counters of the shards' embedded servers, which act as one
 * target.
 */
const requestsOfShard = 100_000

/** Opens the user's target, or else starts the reference server on a free port of this machine. */
export async function openTarget({
  url,
  key,
  shard,
}: Pick<RunOptions, 'url' | 'key'> & Partial<Pick<RunOptions, 'shard'>>): Promise<Target> {
  if (url !== undefined && key !== undefined) return { url, key, embedded: false, close: async () => {} }
  const { startReferenceServer } = await import('../../../../reference-server/index.ts')
  const server = await startReferenceServer({
    keys: [key ?? usualKey],
    requestsBefore: ((shard?.index ?? 1) - 1) * requestsOfShard,
  })
  return { url: server.url, key: key ?? usualKey, embedded: true, close: () => server.close() }
}
