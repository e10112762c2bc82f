import { expect, test } from 'vitest'
import { parseJson } from '../../conformance/core/wire/parse-json.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { httpServer } from '../servers.ts'
import { aimocks } from './aimock.ts'
import { claudeCodeRouter } from './claude-code-router.ts'
import { type Judging, judged, key } from './judged.ts'
import { llms } from './llms.ts'
import { portkeys } from './portkey.ts'
import { prism } from './prism.ts'
import { type Results, rulingsOf } from './rulings.ts'
import type { Started, Stranger } from './stranger.ts'

/** A request, and the statuses of the gateway and of the reference server. */
interface Asked {
  readonly path: string
  readonly body: string
  readonly status: number
  readonly rightStatus: number
}

/** A gateway, the id of its first cause, and a repair of just that. */
interface Repair extends Judging {
  readonly stranger: Stranger
  readonly cause: string
  /** Returns whether a request meets the defect. The reference server answers it in place of the gateway. */
  readonly meets: (asked: Asked) => boolean
}

const [openAimock] = aimocks
const [portkeyMessages, portkeyImages] = portkeys

function isJson(body: string): boolean {
  return parseJson(body) !== undefined
}

const repairs: readonly Repair[] = [
  {
    stranger: openAimock!,
    options: ['--area', 'messages,content-generation,token-usage', '--profile', 'smoke'],
    cause: 'operation-absent-404',
    meets: ({ path }) => path.startsWith('/api/usage/'),
  },
  {
    stranger: portkeyMessages!,
    cause: 'status-of-rejections-500',
    meets: ({ body }) => !isJson(body),
  },
  {
    stranger: portkeyImages!,
    cause: 'plain-request-rejected-400',
    meets: ({ body, rightStatus }) => rightStatus < 300 && isJson(body) && !('model' in (JSON.parse(body) as object)),
  },
  {
    stranger: llms,
    options: ['--area', 'images,messages', '--profile', 'smoke'],
    cause: 'plain-request-rejected-400',
    meets: ({ path }) => path.startsWith('/v1/images/'),
  },
  {
    stranger: claudeCodeRouter,
    options: ['--area', 'messages', '--profile', 'smoke'],
    cause: 'rules-not-enforced',
    meets: ({ status, rightStatus }) => status < 300 && rightStatus === 400,
  },
  {
    stranger: prism,
    options: ['--area', 'messages', '--profile', 'smoke'],
    cause: 'member-messages-error-error',
    meets: ({ status }) => status === 401,
  },
]

test.each(
  repairs.map((repair) => [repair.stranger.name, repair] as const),
)('repairing the first cause of %s frees what it explains, and nothing else', async (_name, {
  stranger,
  cause,
  meets,
  ...judging
}) => {
  const all = { ...stranger, ...judging, options: [...(stranger.options ?? []), ...(judging.options ?? [])] }
  const started = await stranger.start()
  const [before, after] = await Promise.resolve()
    .then(async () => [await judged(started.url, all), await judgedRepaired(started, all, meets)] as const)
    .finally(() => started.close())
  const [first, ...others] = before.causes
  const explained = new Set(first?.requirements.map(nameOf))
  const left = new Set(failedIn(after))
  // A result may also fail in another way, which another cause explains.
  const said = new Set(findingsIn(after))
  const blockedElsewhere = new Set(others.flatMap(({ blocks }) => blocks.map(nameOf)))
  const stillBlocked = new Set(after.causes.flatMap(({ blocks }) => blocks.map(nameOf)))
  expect(first?.id).toBe(cause)
  expect({
    stillFailing: findingsIn(before).filter(
      (finding) => explained.has(finding.split(': ', 1)[0]!) && said.has(finding),
    ),
    freedUnexplained: failedIn(before).filter((name) => !explained.has(name) && !left.has(name)),
    stillBlocked: first?.blocks.map(nameOf).filter((name) => stillBlocked.has(name) && !blockedElsewhere.has(name)),
  }).toEqual({ stillFailing: [], freedUnexplained: [], stillBlocked: [] })
})

function nameOf({ requirement, operation }: Results['causes'][number]['blocks'][number]): string {
  return `${requirement}@${operation}`
}

function failedIn(results: Results): readonly string[] {
  return rulingsOf(results).flatMap(({ name, verdict }) => (verdict === 'fail' ? [name] : []))
}

function findingsIn(results: Results): readonly string[] {
  return rulingsOf(results).flatMap(({ name, findings }) => findings.map(({ message }) => `${name}: ${message}`))
}

async function judgedRepaired(started: Started, judging: Judging, meets: Repair['meets']): Promise<Results> {
  const reference = await startReferenceServer({ keys: [key] })
  const proxy = await httpServer(async (request, response) => {
    const { method = 'GET', url: path = '/', headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { host: _host, connection: _connection, 'transfer-encoding': _coding, ...kept } = headers
    const ask = (url: string): Promise<Response> =>
      fetch(new URL(path, url), {
        method,
        headers: { ...(kept as Record<string, string>), 'accept-encoding': 'identity' },
        ...(body.length > 0 && { body }),
      })
    const [right, wrong] = [await ask(reference.url), await ask(started.url).catch(() => undefined)]
    const isRepaired = meets({ path, body: body.toString(), status: wrong?.status ?? 0, rightStatus: right.status })
    const given = isRepaired ? right : wrong
    if (given === undefined) return void request.socket.destroy()
    const { 'transfer-encoding': _, connection: __, ...told } = Object.fromEntries(given.headers)
    response.writeHead(given.status, told)
    response.end(Buffer.from(await given.arrayBuffer()))
  })
  try {
    return await judged(proxy.url, judging)
  } finally {
    await proxy.close()
    await reference.close()
  }
}
