import type { RunOptions } from '../../config/run-options.ts'

/** A target that is ready to be sent to. */
export interface Target {
  readonly url: string
  readonly key: string
  /** True if it is the reference server inside of this process. */
  readonly embedded: boolean
  close(): Promise<void>
}

/** The key that the reference server knows unless it is told otherwise. */
const usualKey = 'test-key'

/** More requests than one shard sends: the embedded servers of all shards stand for one target. */
const requestsOfShard = 100_000

/** The target that the user named, or else the reference server, loaded and started on a free port of this machine. */
export async function openTarget({
  url,
  key,
  shard,
}: Pick<RunOptions, 'url' | 'key'> & Partial<Pick<RunOptions, 'shard'>>): Promise<Target> {
  if (url !== undefined && key !== undefined) return { url, key, embedded: false, close: async () => {} }
  const { startReferenceServer } = await import('../../../reference-server/index.ts')
  const server = await startReferenceServer({
    keys: [key ?? usualKey],
    requestsBefore: ((shard?.index ?? 1) - 1) * requestsOfShard,
  })
  return { url: server.url, key: key ?? usualKey, embedded: true, close: () => server.close() }
}
