import process from 'node:process'
import NodeHttpAdapter from '@pollyjs/adapter-node-http'
import { Polly } from '@pollyjs/core'
import FSPersister from '@pollyjs/persister-fs'
import { sendWithHttp } from './http.js'

/** Records with Polly.JS. Arguments: gateway URL, folder. */
const [gateway, recordingsDir] = process.argv.slice(2)
Polly.register(NodeHttpAdapter)
Polly.register(FSPersister)
const polly = new Polly('recording', {
  adapters: ['node-http'],
  persister: 'fs',
  persisterOptions: { fs: { recordingsDir } },
  recordIfMissing: true,
  recordFailedRequests: true,
})
await sendWithHttp(gateway)
await polly.stop()
