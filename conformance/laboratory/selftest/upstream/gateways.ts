import { isObject, itemsOf, member } from '../../../../schemas/json.ts'
import type { Area } from '../../../core/model/vocabulary.ts'
import { markWords } from '../../../specification/behind/marks.ts'
import { catalogueOf } from '../../../specification/catalogue.ts'
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
import { type Forwarding, type Habits, parsedJson, sendFailure, sendJsonTo, startPassThrough } from './pass-through.ts'
import { type Tried, tryGateway } from './try-gateway.ts'

/** A gateway with one fault, or a faithful one with a habit. */
export interface PeculiarGateway {
  readonly id: string
  /** Its peculiarity, after "a gateway that". */
  readonly name: string
  readonly areas: readonly Area[]
  /** The results that fail, as `id@operation`; empty for a faithful gateway. */
  readonly breaks: readonly string[]
  /** Runs the suite with it in the middle, in these areas. */
  readonly try: (areas: readonly Area[]) => Promise<Tried>
}

const all: readonly Area[] = ['images', 'content-generation', 'messages']
const texts: readonly Area[] = ['content-generation', 'messages']
const messages: readonly Area[] = ['messages']

const plainTexts = ['content.generate', 'messages.create']
const streams = ['content.stream', 'messages.stream']
const pictures = ['images.edit', 'images.generate', 'images.variation']
const every = [...plainTexts, ...streams, ...pictures]

function on(id: string, operations: readonly string[]): readonly string[] {
  return operations.map((operation) => `upstream.${id}@${operation}`)
}

function passThrough(
  id: string,
  name: string,
  breaks: readonly (readonly string[])[],
  areas: readonly Area[],
  habits: () => Habits,
  adds: readonly string[] = [],
): PeculiarGateway {
  return {
    id,
    name,
    areas,
    breaks: breaks.flat().sort(),
    try: (some) => tryGateway(startPassThrough, some, { habits: habits(), adds }),
  }
}

const ofContent = ['content.generate', 'content.stream']
const ofMessages = ['messages.create', 'messages.stream']
const ofTexts = [...ofContent, ...ofMessages]
const lessThanStreams = [...on('reply-complete', plainTexts), ...on('stream-equals-plain', streams)]
const longString = /("(?:[^"\\]|\\.){1000})(?:[^"\\]|\\.)+"/g
const ownCount = /("output_tokens"|"candidatesTokenCount"):\d+/g

/** Returns a gateway that rewrites the text of requests (`up`), plain replies (`down`) or streams (`chunk`). */
function rewrites(
  way: 'up' | 'down' | 'chunk',
  id: string,
  name: string,
  breaks: readonly string[],
  pattern: RegExp,
  replacement = '',
): PeculiarGateway {
  const rewritten = (text: string): string => text.replace(pattern, replacement)
  const habits: Habits = {
    up: { up: (forwarding: Forwarding) => withText(forwarding, rewritten) },
    down: { down: (json: unknown) => parsedJson(rewritten(JSON.stringify(json))) },
    chunk: { chunk: rewritten },
  }[way]
  const areas = catalogueOf(all).operations.filter(({ id: own }) => breaks.some((one) => one.endsWith(`@${own}`)))
  return passThrough(`upstream-${id}`, name, [breaks], [...new Set(areas.map(({ area }) => area))], () => habits)
}

/** Returns the requirement that requests of some operations break. */
const lostFrom = (operations: readonly string[]): readonly string[] => on('request-complete', operations)
const choiceOfTool = /,"(?:tool_choice":\{|toolConfig":\{"functionCallingConfig":\{[^}]*\})[^}]*\}/
const flags = /,"(?:is_error|disable_parallel_tool_use|responseLogprobs)":true/g
const secondCall =
  /(\{"type":"tool_use"[^}]*\}\}|\{"functionCall"[^}]*\}\}\}),\{"(?:type":"tool_use"[^}]*|functionCall"[^}]*\}\})\}\}?/
const secondText = /,\{(?:"type":"text",)?"text":"The second[^}]*\}/
const thinkingPart = /\{(?:"type":"thinking",[^}]*|"text":"[^"]*","thought":true)\},/
const ofAll = [...plainTexts, ...pictures]
const partsOfStreams = on('reply-complete', streams)
const partsOfContent = on('reply-complete', ['content.generate'])
const partsOfMessages = on('reply-complete', ['messages.create'])
const cachedCount = /"(cache_read_input_tokens|cachedContentTokenCount)":\d+/
const thinkingDelta = /"thinking":"[^"]+"|"text":"[^"]*","thought":true/g

const rewritingGateways: readonly PeculiarGateway[] = [
  rewrites('up', 'drops-tool-choice', 'drops the choice of a tool', lostFrom(ofTexts), choiceOfTool),
  rewrites('up', 'drops-cache', 'drops marks for the cache', lostFrom(ofMessages), /,"cache_control":\{[^}]*\}/g),
  rewrites('up', 'drops-flags', 'drops flags', lostFrom(ofTexts), flags),
  rewrites('up', 'drops-required', 'makes arguments of tools optional', lostFrom(ofTexts), /,"required":\[[^\]]*\]/g),
  rewrites('up', 'drops-thinking', 'asks for no thinking', lostFrom(ofTexts), /,?"thinking(?:Config)?":\{[^}]*\}/),
  rewrites('up', 'drops-safety', 'drops safety settings', lostFrom(ofContent), /"safetySettings":\[[^\]]*\],/),
  rewrites('up', 'one-image', 'asks for one image', lostFrom(pictures), /("n":|name="n"\r\n\r\n)2/, '$11'),
  rewrites('up', 'shortens-requests', 'shortens long texts of requests', lostFrom(ofTexts), longString, '$1"'),
  rewrites('down', 'shortens-replies', 'shortens long replies', lessThanStreams, longString, '$1"'),
  rewrites('down', 'loses-second-call', 'loses the second of two calls', lessThanStreams, secondCall, '$1'),
  rewrites('down', 'loses-second-text', 'loses the second of two texts', lessThanStreams, secondText),
  rewrites('down', 'loses-emoji', 'replaces emoji in plain replies', lessThanStreams, /\p{Emoji_Presentation}/gu, '?'),
  rewrites('down', 'loses-thinking', 'loses thinking', on('reply-complete', plainTexts), thinkingPart),
  rewrites('chunk', 'loses-stream-thinking', 'loses thinking of streams', partsOfStreams, thinkingDelta, '"lost":true'),
  rewrites(
    'down',
    'hides-length',
    'hides that a reply was cut',
    lessThanStreams,
    /"max_tokens"|"MAX_TOKENS"/,
    '"STOP"',
  ),
  rewrites(
    'down',
    'loses-cached-counts',
    'loses counts of cached tokens',
    on('counts', plainTexts),
    cachedCount,
    '"$1":0',
  ),
  rewrites('down', 'loses-candidate', 'loses a candidate', partsOfContent, /"index":1,/, '"index":2,'),
  rewrites('down', 'hides-block', 'hides why a prompt was blocked', partsOfContent, /"blockReason":"\w+"/),
  rewrites(
    'down',
    'loses-words',
    'loses words of plain replies',
    [...on('reply-complete', ofAll), ...on('stream-equals-plain', streams)],
    /(?<=market) of [a-z]{6}\d{5}/g,
  ),
  rewrites(
    'down',
    'loses-arguments',
    'loses arguments of tool calls',
    partsOfMessages,
    /"input":\{[^}]+\}/g,
    '"input":{}',
  ),
  rewrites(
    'down',
    'other-reason',
    'says that every reply ends by itself',
    [...partsOfMessages, ...on('stream-equals-plain', ['messages.stream'])],
    /"tool_use"(?=,"stop_seq)/,
    '"end_turn"',
  ),
  rewrites(
    'chunk',
    'loses-stream-words',
    'loses words of streams',
    [...partsOfStreams, ...on('stream-equals-plain', streams), ...on('isolation', streams)],
    markWords,
  ),
  rewrites(
    'chunk',
    'other-stream-words',
    'writes other words in streams',
    on('stream-equals-plain', streams),
    /(?<=The ha)rbor/g,
    'ven',
  ),
  rewrites('down', 'own-counts', 'counts plain replies by itself', on('counts', plainTexts), ownCount, '$1:7'),
  rewrites('chunk', 'own-stream-counts', 'counts streams by itself', on('counts', streams), ownCount, '$1:7'),
]

export const faultyGateways: readonly PeculiarGateway[] = [
  ...rewritingGateways,
  passThrough(
    'upstream-drops-settings',
    'drops the user, the seed and one stop sequence',
    [on('request-complete', every)],
    all,
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
  passThrough('upstream-adds-line', 'adds a line of its own', [on('nothing-added', every)], all, () => ({
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
    texts,
    () => ({
      up: (forwarding) => ({ ...forwarding, body: Buffer.from(forwarding.body.toString('latin1')) }),
    }),
  ),
  passThrough(
    'upstream-splits-letters',
    'loses letters that lie in two chunks of a stream',
    [on('reply-complete', streams), on('stream-equals-plain', streams)],
    texts,
    () => ({ decodesChunks: true }),
  ),
  passThrough('upstream-adds-to-replies', 'adds a line to replies', [on('nothing-added', ofMessages)], messages, () => {
    const adding = (text: string): string => text.replaceAll('n."', `n. ${addedLine}"`)
    return { down: (json) => parsedJson(adding(JSON.stringify(json))), chunk: adding }
  }),
  passThrough(
    'upstream-demotes-prompts',
    'makes a turn of the system prompt',
    [on('request-complete', ofMessages)],
    messages,
    () => ({
      up: (forwarding) =>
        withJson(forwarding, (body) => {
          const { system, messages: turns } = body
          delete body['system']
          if (system !== undefined) body['messages'] = [{ role: 'user', content: system }, ...itemsOf(turns)]
        }),
    }),
  ),
  passThrough('upstream-adds-temperature', 'adds a temperature', [on('nothing-added', ofMessages)], messages, () => ({
    up: (forwarding) =>
      withJson(forwarding, (body) => {
        body['temperature'] ??= 0.7
      }),
  })),
  passThrough(
    'upstream-errors-as-success',
    'answers failures with a success',
    [on('errors-mapped', every)],
    all,
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
    [on('errors-mapped', every)],
    all,
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
    [on('errors-mapped', [...plainTexts, ...streams])],
    texts,
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
    [on('cut-stream-not-complete', streams)],
    texts,
    () => ({
      broken: endAsWhole,
    }),
  ),
  passThrough('upstream-mixes-streams', 'mixes streams', [on('isolation', streams)], texts, () => ({
    mixes: lastClient(),
  })),
  passThrough('upstream-reads-on', 'reads on for clients that went away', [on('aborts', streams)], texts, () => ({
    keepsReading: true,
  })),
  passThrough(
    'upstream-loses-places',
    'never frees the place of a client that left',
    // The experiment ends there, so nothing is known of the other streams.
    [on('aborts', ['content.stream'])],
    texts,
    () => ({ own: losingPlaces(4) }),
  ),
  passThrough(
    'upstream-waits-for-places',
    'lets requests wait for the places of clients that left',
    [on('aborts', ['messages.stream'])],
    messages,
    () => ({ turn: queueing(4, true) }),
  ),
  passThrough('upstream-client-key-up', 'sends the client’s key up', [on('credentials', every)], all, () => ({
    up: (forwarding) => ({ ...forwarding, headers: { ...forwarding.headers, 'x-forwarded-key': 'client-key-abcdef' } }),
  })),
  passThrough(
    'upstream-client-key-only',
    'sends the client’s key in place of its own',
    [on('credentials', every)],
    all,
    () => ({
      passesKeys: true,
    }),
  ),
  passThrough('upstream-key-down', 'tells the upstream’s key', [on('credentials', every)], all, () => ({
    fail: (failure, response) => {
      sendFailure(response, { ...failure, message: 'failed with the key upstream-key-123456' })
      return true
    },
  })),
  passThrough(
    'upstream-stack-trace',
    'tells a stack trace',
    [on('credentials', ['messages.create', 'messages.stream'])],
    messages,
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
    areas: messages,
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
    areas: messages,
    breaks: on('request-complete', ofMessages),
    try: (some) => tryGateway(startConverting, some, { habits: { up: ({ tool_choice: _, ...chat }) => chat } }),
  },
  {
    id: 'upstream-converts-without-counts',
    name: 'converts, and does not ask for the counts of streams',
    areas: messages,
    breaks: on('counts', ['messages.stream']),
    try: (some) => tryGateway(startConverting, some, { habits: { up: ({ stream_options: _, ...chat }) => chat } }),
  },
  {
    id: 'upstream-converts-cut-as-whole',
    name: 'converts, and ends every stream as a whole one',
    areas: messages,
    breaks: on('cut-stream-not-complete', ['messages.stream']),
    try: (some) => tryGateway(startConverting, some, { habits: { endsAnyway: true } }),
  },
  {
    id: 'upstream-converts-without-arguments',
    name: 'converts, and drops the pieces of arguments',
    areas: messages,
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
  passThrough('upstream-remembers', 'answers equal requests from a memory', [], all, remembering),
  passThrough('upstream-retries', 'sends failed requests again', [], all, () => ({ retries: 2 })),
  passThrough('upstream-queues', 'queues requests', [], texts, () => ({ turn: queueing(12) })),
  passThrough('upstream-own-reason', 'ends cut streams with a reason of its own', [], texts, () => ({
    broken: endWithOwnReason,
  })),
  {
    id: 'upstream-passes-keys',
    name: 'passes the keys of clients on',
    areas: ['images'],
    breaks: [],
    try: (some) => tryGateway(startPassThrough, some, { habits: { passesKeys: true }, isSharedKey: true }),
  },
  passThrough('upstream-limits', 'serves 20 requests per second', [], all, () => ({ own: limiting(20, '1') })),
  passThrough('upstream-limits-silently', 'serves 20 requests per second, and asks for no pause', [], texts, () => ({
    own: limiting(20),
  })),
  passThrough('upstream-busy-once', 'says once that it is busy', [], messages, () => ({ own: failingOnce(20, 503) })),
  passThrough('upstream-fails-once', 'fails once', [], messages, () => ({ own: failingOnce(20, 500) })),
  passThrough('upstream-unavailable', 'says that it is unavailable if its provider is', [], messages, () => ({
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
  passThrough('upstream-batches', 'sends requests in batches', [], texts, () => ({ turn: batching() })),
  passThrough(
    'upstream-adds-declared',
    'adds a line that the user declares',
    [],
    messages,
    () => ({
      up: (forwarding) =>
        withJson(forwarding, (body) => {
          body['system'] = body['system'] === undefined ? houseRule : `${houseRule}\n${String(body['system'])}`
        }),
    }),
    [houseRule],
  ),
]
