import { isObject, member } from '../../../../schemas/json.ts'
import type { Area } from '../../../core/model/vocabulary.ts'
import { markWords } from '../../../specification/behind/marks.ts'
import { startConverting } from './converting.ts'
import {
  addedLine,
  batching,
  endAsWhole,
  endWithOwnReason,
  errorTypeOf,
  lastClient,
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

/** A change of the JSON of requests (`up`), of plain replies (`down`) or of streams (`chunk`). */
interface Rewriting {
  readonly id: string
  /** The gateway, after "a gateway that". */
  readonly name: string
  readonly in: 'up' | 'down' | 'chunk'
  readonly change: readonly (readonly [pattern: RegExp, replacement: string])[]
  readonly breaks: readonly (readonly string[])[]
  readonly areas?: readonly Area[]
}

const ofContent = ['content.generate', 'content.stream']
const ofMessages = ['messages.create', 'messages.stream']
const ofTexts = [...ofContent, ...ofMessages]
const lessThanStream = [on('reply-complete', plainTexts), on('stream-equals-plain', streams)]
const longString = /("(?:[^"\\]|\\.){1000})(?:[^"\\]|\\.)+"/g

/** Gateways that lose or change one kind of part, in each format that has it. */
const rewritings: readonly Rewriting[] = [
  {
    id: 'tool-choice',
    name: 'drops the choice of a tool',
    in: 'up',
    change: [[/,"(?:tool_choice":\{|toolConfig":\{"functionCallingConfig":\{[^}]*\})[^}]*\}/, '']],
    breaks: [on('request-complete', ofTexts)],
  },
  {
    id: 'cache-control',
    name: 'drops marks for the cache',
    in: 'up',
    change: [[/,"cache_control":\{[^}]*\}/g, '']],
    breaks: [on('request-complete', ofMessages)],
    areas: messages,
  },
  {
    id: 'flags',
    name: 'drops flags',
    in: 'up',
    change: [[/,"(?:is_error|disable_parallel_tool_use|responseLogprobs)":true/g, '']],
    breaks: [on('request-complete', ofTexts)],
  },
  {
    id: 'required',
    name: 'makes every argument of a tool optional',
    in: 'up',
    change: [[/,"required":\[[^\]]*\]/g, '']],
    breaks: [on('request-complete', ofTexts)],
  },
  {
    id: 'thinking-budget',
    name: 'drops the configuration of thinking',
    in: 'up',
    change: [[/,?"(?:thinking|thinkingConfig)":\{[^}]*\}/, '']],
    breaks: [on('request-complete', ofTexts)],
  },
  {
    id: 'safety',
    name: 'drops safety settings',
    in: 'up',
    change: [[/"safetySettings":\[[^\]]*\],/, '']],
    breaks: [on('request-complete', ofContent)],
    areas: ['content-generation'],
  },
  {
    id: 'number-of-images',
    name: 'asks for one image',
    in: 'up',
    change: [[/("n":|name="n"\r\n\r\n)2/, '$11']],
    breaks: [on('request-complete', pictures)],
    areas: ['images'],
  },
  {
    id: 'long-requests',
    name: 'shortens long texts of requests',
    in: 'up',
    change: [[longString, '$1"']],
    breaks: [on('request-complete', ofTexts)],
  },
  {
    id: 'long-replies',
    name: 'shortens long replies',
    in: 'down',
    change: [[longString, '$1"']],
    breaks: lessThanStream,
  },
  {
    id: 'second-call',
    name: 'loses the second of two calls',
    in: 'down',
    change: [
      [/(\{"type":"tool_use"[^}]*\}\}),\{"type":"tool_use"[^}]*\}\}/, '$1'],
      [/(\{"functionCall"[^}]*\}\}\}),\{"functionCall"[^}]*\}\}\}/, '$1'],
    ],
    breaks: lessThanStream,
  },
  {
    id: 'second-text',
    name: 'loses the second of two texts',
    in: 'down',
    change: [[/,\{(?:"type":"text",)?"text":"The second[^}]*\}/, '']],
    breaks: lessThanStream,
  },
  {
    id: 'thinking',
    name: 'loses thinking',
    in: 'down',
    change: [[/\{(?:"type":"thinking",[^}]*|"text":"[^"]*","thought":true)\},/, '']],
    breaks: [on('reply-complete', plainTexts)],
  },
  {
    id: 'stream-thinking',
    name: 'loses thinking of streams',
    in: 'chunk',
    change: [[/"thinking":"[^"]+"|"text":"[^"]*","thought":true/g, '"lost":true']],
    breaks: [on('reply-complete', streams)],
  },
  {
    id: 'length',
    name: 'hides that a reply was cut',
    in: 'down',
    change: [
      [/"max_tokens","stop_seq/, '"end_turn","stop_seq'],
      [/"MAX_TOKENS"/, '"STOP"'],
    ],
    breaks: lessThanStream,
  },
  {
    id: 'cached-counts',
    name: 'loses the counts of cached tokens',
    in: 'down',
    change: [[/"(cache_read_input_tokens|cachedContentTokenCount)":\d+/, '"$1":0']],
    breaks: [on('counts', plainTexts)],
  },
  {
    id: 'second-candidate',
    name: 'loses the second candidate',
    in: 'down',
    change: [[/"index":1,/, '"index":2,']],
    breaks: [on('reply-complete', ['content.generate'])],
    areas: ['content-generation'],
  },
  {
    id: 'block-reason',
    name: 'hides why a prompt was blocked',
    in: 'down',
    change: [[/"blockReason":"\w+"/, '']],
    breaks: [on('reply-complete', ['content.generate'])],
    areas: ['content-generation'],
  },
]

function rewritingGateway({ id, name, in: way, change, breaks, areas = texts }: Rewriting): PeculiarGateway {
  const rewritten = (text: string): string => change.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text)
  const habits: Habits = {
    up: { up: (forwarding: Forwarding) => withText(forwarding, rewritten) },
    down: { down: (json: unknown) => parsedJson(rewritten(JSON.stringify(json))) },
    chunk: { chunk: rewritten },
  }[way]
  return passThrough(`upstream-rewrites-${id}`, name, breaks, areas, () => habits)
}

export const faultyGateways: readonly PeculiarGateway[] = [
  ...rewritings.map(rewritingGateway),
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
    'upstream-adds-temperature',
    'adds a temperature',
    [on('nothing-added', ['messages.create', 'messages.stream'])],
    messages,
    () => ({
      up: (forwarding) =>
        withJson(forwarding, (body) => {
          body['temperature'] ??= 0.7
        }),
    }),
  ),
  passThrough(
    'upstream-loses-words',
    'loses words of plain replies',
    [on('reply-complete', [...plainTexts, ...pictures]), on('stream-equals-plain', streams)],
    all,
    () => ({
      down: (json) => parsedJson(JSON.stringify(json).replace(/market of [a-z]{6}\d{5}/g, 'market')),
    }),
  ),
  passThrough(
    'upstream-loses-arguments',
    'loses arguments of tool calls',
    [on('reply-complete', ['messages.create'])],
    messages,
    () => ({
      down: (json) => parsedJson(JSON.stringify(json).replace(/"input":\{[^}]+\}/g, '"input":{}')),
    }),
  ),
  passThrough(
    'upstream-other-reason',
    'says that every reply ends by itself',
    [on('reply-complete', ['messages.create']), on('stream-equals-plain', ['messages.stream'])],
    messages,
    () => ({
      down: (json) => parsedJson(JSON.stringify(json).replace('"tool_use","stop_seq', '"end_turn","stop_seq')),
    }),
  ),
  passThrough(
    'upstream-loses-stream-words',
    'loses words of streams',
    [on('reply-complete', streams), on('stream-equals-plain', streams), on('isolation', streams)],
    texts,
    () => ({
      chunk: (text) => text.replace(markWords, ''),
    }),
  ),
  passThrough(
    'upstream-other-stream-words',
    'writes other words in streams',
    [on('stream-equals-plain', streams)],
    texts,
    () => ({
      chunk: (text) => text.replaceAll('The harbor', 'The haven'),
    }),
  ),
  passThrough('upstream-own-counts', 'counts plain replies by itself', [on('counts', plainTexts)], texts, () => ({
    down: (json) => parsedJson(JSON.stringify(json).replace(/("output_tokens"|"candidatesTokenCount"):\d+/g, '$1:7')),
  })),
  passThrough('upstream-own-stream-counts', 'counts streams by itself', [on('counts', streams)], texts, () => ({
    chunk: (text) => text.replace(/("output_tokens"|"candidatesTokenCount"):\d+/g, '$1:7'),
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
  passThrough('upstream-client-key-up', 'sends the client’s key up', [on('credentials', every)], all, () => ({
    up: (forwarding) => ({ ...forwarding, headers: { ...forwarding.headers, 'x-forwarded-key': 'client-key-abcdef' } }),
  })),
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
      fail({ status }, response) {
        const message = 'Error: failed\n    at call (/srv/gateway/provider.js:12:34)'
        sendJsonTo(response, status, { error: { type: errorTypeOf(status), message, code: 'internal' } })
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
