import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Report } from '../../conformance/core/model/report.ts'
import { startProxy } from '../../conformance/product/proxy/start-proxy.ts'
import { type Behaviour, startInFront } from '../bad-targets/in-front.ts'
import { encoded, type Request, requests } from './requests.ts'

/** Records the traffic with a gateway at a URL. Returns the file that the recorder wrote. */
export type Record = (gateway: string, folder: string, env: NodeJS.ProcessEnv) => Promise<string>

/** A recording, and the report of the proxy on the same exchanges. */
export interface Recorded {
  readonly file: string
  readonly live: Report
  readonly gateway: string
}

/** Compresses the responses to some requests if the client accepts gzip. */
const inGzip: Behaviour = async (request, forward) => {
  const answer = await forward(request)
  const isAccepted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (!isAccepted || !request.body.includes(encoded)) return answer
  return { ...answer, body: gzipSync(answer.body), headers: { 'content-encoding': 'gzip' } }
}

/** Lets a recorder send requests to a reference server with faults, through a proxy that judges the exchanges. */
export async function recordedWith(
  record: Record,
  folder: string,
  faults: readonly string[],
  list: readonly Request[] = requests,
): Promise<Recorded> {
  const gateway = await startInFront(inGzip, faults)
  const proxy = await startProxy({ target: gateway.url, keys: ['test-key'] })
  try {
    const file = join(folder, 'requests.json')
    writeFileSync(file, JSON.stringify(list))
    const env = { PATH: process.env['PATH'], HOME: folder, REQUESTS: file, PYTHONDONTWRITEBYTECODE: '1' }
    return { file: await record(proxy.url, folder, env), live: await proxy.report(), gateway: proxy.url }
  } finally {
    await proxy.close()
    await gateway.close()
  }
}
