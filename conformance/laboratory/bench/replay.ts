/**
 * `node replay.js URL EVIDENCE KEY CONCURRENCY`: sends the requests of an evidence file with a bare undici Pool. Prints
 * the duration in milliseconds, without that of reading the file.
 */
import { withoutLines } from '../../core/model/envelope.ts'
import { outgoing } from '../../engine/record/client/names.ts'
import { readEvidence } from '../../engine/record/evidence/read-evidence.ts'
import { flood, type Shot } from './flood.ts'

const [url = '', file = '', key = '', concurrency = ''] = process.argv.slice(2)
const startedReading = performance.now()
const shots: Shot[] = []
for await (const item of readEvidence(file)) {
  if (item.kind !== 'exchange') continue
  const { method, path, headers, body } = outgoing(item.exchange.request, { key })
  // undici frames bodies itself.
  const own = withoutLines(headers, ['transfer-encoding', 'content-length'])
  shots.push({ method: method as Shot['method'], path, headers: own.flat(), body: body.length > 0 ? body : null })
}
const reading = performance.now() - startedReading
await flood(url, shots, Number(concurrency))
process.stdout.write(`${performance.now() - reading}\n`)
