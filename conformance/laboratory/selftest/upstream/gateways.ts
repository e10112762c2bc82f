import { isObject, itemsOf, member } from '../../../../schemas/json.ts'
import { startConverting } from './converting.ts'
import {
  addedLine,
  batching,
  endAsWhole,
  endWithOwnReason,
  failingOnce,
  lastClient,
  limiting,
  losingPlaces,
  needingBearer,
  needingModel,
  queueing,
  remembering,
  withFormField,
  withJson,
  withPart,
  withText,
} from './habits.ts'
import { parsedJson, sendFailure, sendJsonTo, startPassThrough } from './pass-through.ts'
import {
  messagesAreas,
  modelAreas,
  ofEvery,
  ofMessages,
  ofStreams,
  ofTexts,
  on,
  type PeculiarGateway,
  passThrough,
  plainTexts,
  textAreas,
} from './peculiar-gateway.ts'
import { rewritingGateways } from './rewriting-gateways.ts'
import { tryGateway } from './try-gateway.ts'

export const faultyGateways: readonly PeculiarGateway[] = [
  ...rewritingGateways,
  passThrough(
    'upstream-drops-settings',
    'drops the user, the seed and one stop sequence',
    [on('request-complete', ofEvery)],
    modelAreas,
    () => ({
      up: (forwarding) =>
        withText(
          withJson(forwarding, (body) => {
            delete body['user']
            delete body['metadata']
            const config = body['generationConfig']
            if (isObject(config) && 'seed' in config) body['generationConfig'] = { ...config, seed: 1 }
          }),
          (text) => text.replace(/user-(?:[a-z]{6})\d{5}/, 'user-1'),
        ),
    }),
  ),
  passThrough('upstream-adds-line', 'adds a line of its own', [on('nothing-added', ofEvery)], modelAreas, () => ({
    up: (forwarding) =>
      withFormField(
        withJson(forwarding, (body) => {
          if (Array.isArray(body['messages'])) body['system'] = [body['system'], addedLine].join(' ')
          else if (Array.isArray(body['contents'])) body['systemInstruction'] = withPart(body['systemInstruction'])
          else body['prompt'] = `${String(body['prompt'])} ${addedLine}`
        }),
        'prompt_more',
        addedLine,
      ),
  })),
  passThrough(
    'upstream-garbles-scripts',
    'reads requests as Latin-1',
    [on('request-complete', ofTexts)],
    textAreas,
    () => ({
      up: (forwarding) => ({ ...forwarding, body: Buffer.from(forwarding.body.toString('latin1')) }),
    }),
  ),
  passThrough(
    'upstream-splits-letters',
    'loses letters that lie in two chunks of a stream',
    [on('reply-complete', ofStreams), on('stream-equals-plain', ofStreams)],
    textAreas,
    () => ({ decodesChunks: true }),
  ),
  passThrough(
    'upstream-adds-to-replies',
    'adds a line to replies',
    [on('nothing-added', ofMessages)],
    messagesAreas,
    () => {
      const adding = (text: string): string => text.replaceAll('n."', `n. ${addedLine}"`)
      return { down: (json) => parsedJson(adding(JSON.stringify(json))), chunk: adding }
    },
  ),
  passThrough(
    'upstream-demotes-prompts',
    'makes a turn of the system prompt',
    [on('request-complete', ofMessages)],
    messagesAreas,
    () => ({
      up: (forwarding) =>
        withJson(forwarding, (body) => {
          const { system, messagesAreas: turns } = body
          delete body['system']
          if (system !== undefined) body['messages'] = [{ role: 'user', content: system }, ...itemsOf(turns)]
        }),
    }),
  ),
  passThrough(
    'upstream-adds-temperature',
    'adds a temperature',
    [on('nothing-added', ofMessages)],
    messagesAreas,
    () => ({
      up: (forwarding) =>
        withJson(forwarding, (body) => {
          body['temperature'] ??= 0.7
        }),
    }),
  ),
  passThrough(
    'upstream-errors-as-success',
    'answers failures with a success',
    [on('errors-mapped', ofEvery)],
    modelAreas,
    () => ({
      fail(_, response) {
        sendJsonTo(response, 200, { content: [], candidates: [], data: [] })
        return true
      },
    }),
  ),
  passThrough(
    'upstream-errors-as-500',
    'calls every failure an error of its own',
    [on('errors-mapped', ofEvery)],
    modelAreas,
    () => ({
      fail: ({ path }, response) => {
        const error = path.startsWith('/v1beta')
          ? { code: 500, message: 'failed', status: 'INTERNAL' }
          : { type: 'server_error', message: 'failed', code: 'internal' }
        sendJsonTo(response, 500, { error })
        return true
      },
    }),
  ),
  passThrough(
    'upstream-errors-as-text',
    'writes errors in no form',
    [on('errors-mapped', [...plainTexts, ...ofStreams])],
    textAreas,
    () => ({
      fail({ status }, response) {
        response.writeHead(status, { 'content-type': 'text/plain' }).end('upstream failed')
        return true
      },
    }),
  ),
  passThrough(
    'upstream-cut-as-whole',
    'ends cut streams as whole ones',
    [on('cut-stream-not-complete', ofStreams)],
    textAreas,
    () => ({
      broken: endAsWhole,
    }),
  ),
  passThrough('upstream-mixes-streams', 'mixes streams', [on('isolation', ofStreams)], textAreas, () => ({
    mixes: lastClient(),
  })),
  passThrough('upstream-reads-on', 'reads on for clients that went away', [on('aborts', ofStreams)], textAreas, () => ({
    keepsReading: true,
  })),
  passThrough(
    'upstream-loses-places',
    'never frees the place of a client that left',
    // The experiment ends there, so nothing is known of the other streams.
    [on('aborts', ['content.stream'])],
    textAreas,
    () => ({ own: losingPlaces(4) }),
  ),
  passThrough(
    'upstream-waits-for-places',
    'lets requests wait for the places of clients that left',
    [on('aborts', ['messages.stream'])],
    messagesAreas,
    () => ({ turn: queueing(4, true) }),
  ),
  passThrough('upstream-client-key-up', 'sends the client’s key up', [on('credentials', ofEvery)], modelAreas, () => ({
    up: (forwarding) => ({ ...forwarding, headers: { ...forwarding.headers, 'x-forwarded-key': 'client-key-abcdef' } }),
  })),
  passThrough(
    'upstream-client-key-only',
    'sends the client’s key in place of its own',
    [on('credentials', ofEvery)],
    modelAreas,
    () => ({
      passesKeys: true,
    }),
  ),
  passThrough('upstream-key-down', 'tells the upstream’s key', [on('credentials', ofEvery)], modelAreas, () => ({
    fail: (failure, response) => {
      sendFailure(response, { ...failure, message: 'failed with the key upstream-key-123456' })
      return true
    },
  })),
  passThrough(
    'upstream-stack-trace',
    'tells a stack trace',
    [on('credentials', ['messages.create', 'messages.stream'])],
    messagesAreas,
    () => ({
      fail(failure, response) {
        const message = 'Error: failed\n    at call (/srv/gateway/provider.js:12:34)'
        sendFailure(response, { ...failure, message })
        return true
      },
    }),
  ),
  {
    id: 'upstream-converts-losing',
    name: 'converts, and loses the stop sequences, pictures and tool descriptions',
    areas: messagesAreas,
    breaks: on('request-complete', ['messages.create', 'messages.stream']),
    try: (some) =>
      tryGateway(startConverting, some, {
        habits: {
          up: ({ stop: _, ...chat }) => parsedJson(JSON.stringify(chat).replace(/data:image[^"]+/, '')) as typeof chat,
        },
      }),
  },
  {
    id: 'upstream-converts-without-choice',
    name: 'converts, and drops the choice of a tool',
    areas: messagesAreas,
    breaks: on('request-complete', ofMessages),
    try: (some) => tryGateway(startConverting, some, { habits: { up: ({ tool_choice: _, ...chat }) => chat } }),
  },
  {
    id: 'upstream-converts-without-counts',
    name: 'converts, and does not ask for the counts of streams',
    areas: messagesAreas,
    breaks: on('counts', ['messages.stream']),
    try: (some) => tryGateway(startConverting, some, { habits: { up: ({ stream_options: _, ...chat }) => chat } }),
  },
  {
    id: 'upstream-converts-cut-as-whole',
    name: 'converts, and ends every stream as a whole one',
    areas: messagesAreas,
    breaks: on('cut-stream-not-complete', ['messages.stream']),
    try: (some) => tryGateway(startConverting, some, { habits: { endsAnyway: true } }),
  },
  {
    id: 'upstream-converts-without-arguments',
    name: 'converts, and drops the pieces of arguments',
    areas: messagesAreas,
    breaks: [...on('reply-complete', ['messages.stream'])],
    try: (some) =>
      tryGateway(startConverting, some, {
        habits: {
          event: (event) => (member(event['delta'], 'type') === 'input_json_delta' ? undefined : event),
        },
      }),
  },
]

const houseRule = 'You are served by the Acme Gateway of our company.'

/** Faithful gateways with habits of their own. */
export const faithfulVariants: readonly PeculiarGateway[] = [
  passThrough('upstream-remembers', 'answers equal requests from a memory', [], modelAreas, remembering),
  passThrough('upstream-retries', 'sends failed requests again', [], modelAreas, () => ({ retries: 2 })),
  passThrough('upstream-queues', 'queues requests', [], textAreas, () => ({ turn: queueing(12) })),
  passThrough('upstream-own-reason', 'ends cut streams with a reason of its own', [], textAreas, () => ({
    broken: endWithOwnReason,
  })),
  {
    id: 'upstream-passes-keys',
    name: 'passes the keys of clients on',
    areas: ['images'],
    breaks: [],
    try: (some) => tryGateway(startPassThrough, some, { habits: { passesKeys: true }, isSharedKey: true }),
  },
  passThrough('upstream-limits', 'serves 20 requests per second', [], modelAreas, () => ({ own: limiting(20, '1') })),
  passThrough(
    'upstream-limits-silently',
    'serves 20 requests per second, and asks for no pause',
    [],
    textAreas,
    () => ({
      own: limiting(20),
    }),
  ),
  passThrough('upstream-busy-once', 'says once that it is busy', [], messagesAreas, () => ({
    own: failingOnce(20, 503),
  })),
  passThrough('upstream-fails-once', 'fails once', [], messagesAreas, () => ({ own: failingOnce(20, 500) })),
  passThrough('upstream-unavailable', 'says that it is unavailable if its provider is', [], messagesAreas, () => ({
    fail(failure, response) {
      if (failure.status >= 500) sendFailure(response, { ...failure, status: 503 })
      return failure.status >= 500
    },
  })),
  passThrough('upstream-needs-model', 'needs a model in requests for images', [], ['images'], () => ({
    own: needingModel,
  })),
  passThrough('upstream-needs-bearer', 'takes only bearer tokens', [], ['content-generation'], () => ({
    own: needingBearer,
  })),
  passThrough('upstream-batches', 'sends requests in batches', [], textAreas, () => ({ turn: batching() })),
  passThrough(
    'upstream-adds-declared',
    'adds a line that the user declares',
    [],
    messagesAreas,
    () => ({
      up: (forwarding) =>
        withJson(forwarding, (body) => {
          body['system'] = body['system'] === undefined ? houseRule : `${houseRule}\n${String(body['system'])}`
        }),
    }),
    [houseRule],
  ),
]
