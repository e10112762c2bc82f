/** `node replay.js URL EVIDENCE KEY CONCURRENCY`: sends an evidence file's requests with a bare undici Pool; prints the requests a second. */
import { readEvidence } from '../conformance/evidence/read-evidence.ts'
import { outgoing } from '../conformance/sources/names.ts'
import { flood, type Shot } from './flood.ts'

const [url = '', file = '', key = '', concurrency = ''] = process.argv.slice(2)
const shots: Shot[] = []
for await (const item of readEvidence(file)) {
  if (item.kind !== 'exchange') continue
  const { method, path, headers, body } = outgoing(item.exchange.request, { key })
  shots.push({ method: method as Shot['method'], path, headers: headers.flat(), body: body.length > 0 ? body : null })
}
process.stdout.write(`${await flood(url, shots, Number(concurrency))}\n`)
