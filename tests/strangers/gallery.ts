import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { startReferenceServer } from '../../reference-server/index.ts'
import { freePort } from '../servers.ts'
import { aimocks } from './aimock.ts'
import { startChild } from './child.ts'
import { claudeCodeRouter } from './claude-code-router.ts'
import { beside } from './gateways.ts'
import { ended, type Judging, judgedInto, key } from './judged.ts'
import { llms } from './llms.ts'
import { portkeys } from './portkey.ts'
import { prism } from './prism.ts'
import type { Started } from './stranger.ts'

/** A gateway of the gallery. Its id is the name of its report's folder. */
interface Exhibit extends Judging {
  readonly id: string
  readonly name: string
  readonly start: () => Promise<Exhibited>
}

/** A running gateway, and the options to judge it. */
interface Exhibited extends Pick<Started, 'url' | 'close'> {
  readonly options?: readonly string[]
}

/** One easily understood fault for each kind of defect: a value, an event, and a missing rejection. */
const faults = [
  'messages-stop-sequence-lost',
  'messages-stream-no-stop',
  'overlook:messages.temperature-beyond-rejected',
]

const [aimock] = aimocks
const [portkeyMessages, portkeyImages] = portkeys

const exhibits: readonly Exhibit[] = [
  { id: 'reference', name: 'reference server', start: () => startReferenceServer({ keys: [key] }) },
  {
    id: 'three-faults',
    name: 'reference server with three faults',
    start: () => startReferenceServer({ keys: [key], faults }),
  },
  { ...aimock!, id: 'aimock', name: 'aimock 1.43' },
  { ...portkeyMessages!, id: 'portkey-messages' },
  { ...portkeyImages!, id: 'portkey-images' },
  { ...llms, id: 'llms', start: () => startBetween('llms-server.js') },
  {
    ...claudeCodeRouter,
    id: 'claude-code-router',
    start: () => startBetween('claude-code-router-server.js', { APIKEY: key }),
  },
  { ...prism, id: 'prism' },
]

/** Starts a gateway that converts to chat completions, with the suite as its provider (docs/upstream.md). */
async function startBetween(script: string, env: Readonly<Record<string, string>> = {}): Promise<Exhibited> {
  const port = await freePort()
  const child = await startChild({
    command: process.execPath,
    arguments: [beside(script)],
    env: { UPSTREAM: `http://127.0.0.1:${port}/v1/chat/completions`, ...env },
    says: /listening on (http:\S+)/,
  })
  return { ...child, options: ['--upstream', String(port), '--upstream-key', 'upstream-key'] }
}

const folder = fileURLToPath(new URL('../../site/.gallery/', import.meta.url))

/** The address of the gallery in the site, for the badges. */
const address = 'https://model-gateway-conformance.example/gallery/'

await makeGallery(process.argv.slice(2))

/** Judges all exhibits or those with these ids, and compares them. */
async function makeGallery(ids: readonly string[]): Promise<void> {
  const unknown = ids.filter((id) => !exhibits.some((one) => one.id === id))
  if (unknown.length > 0)
    throw new Error(`no exhibit is called ${unknown.join(', ')}; there are ${exhibits.map(({ id }) => id).join(', ')}`)
  const chosen = exhibits.filter(({ id }) => ids.length === 0 || ids.includes(id))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const keys = generateKeyPairSync('ed25519')
  writeFileSync(join(folder, 'pub.pem'), keys.publicKey.export({ type: 'spki', format: 'pem' }))
  const secret = join(folder, '.key.pem')
  writeFileSync(secret, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  try {
    for (const exhibit of chosen) await judge(exhibit, secret)
  } finally {
    rmSync(secret)
  }
  if (chosen.length < 2) return
  process.chdir(folder)
  process.stdout.write(await ended(['compare', ...chosen.map(({ id }) => id), '--reporter', 'html=index.html']))
}

/** Judges one exhibit, on both sides if it has the suite as its provider, and makes a signed bundle of the run. */
async function judge({ id, name, start, config = {}, options = [] }: Exhibit, key: string): Promise<void> {
  const { url, close, options: own = [] } = await start()
  const evidence = join(folder, '.evidence')
  try {
    const { summary } = await judgedInto(evidence, url, {
      config,
      options: ['--label', name, ...options, ...own],
    })
    process.stdout.write(`${name}: ${summary.verdict}, ${summary.reason}\n`)
  } finally {
    await close()
  }
  const bundle = ['bundle', evidence, '--out', join(folder, id), '--sign', key, '--publish', `${address}${id}`]
  process.stdout.write(await ended(bundle))
  rmSync(evidence, { recursive: true })
}
