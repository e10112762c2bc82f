import { writeFileSync } from 'node:fs'
import process from 'node:process'
import nock from 'nock'
import { sendWithFetch } from './fetch.js'
import { sendWithHttp } from './http.js'

/** Records with nock. Arguments: gateway URL, file, and `fetch` or `http`. */
const [gateway, file, client] = process.argv.slice(2)
nock.recorder.rec({ dont_print: true, output_objects: true, enable_reqheaders_recording: true })
await (client === 'fetch' ? sendWithFetch(gateway) : sendWithHttp(gateway))
writeFileSync(file, JSON.stringify(nock.recorder.play(), null, 2))
