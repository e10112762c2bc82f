import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import {
  lenient,
  modelNotNamed,
  noKeys,
  noSuchEndpoint,
  notTheTokenError,
  oneText,
  servedContent,
  servedMessages,
} from './claims.ts'
import { installed } from './gateways.ts'
import { key } from './judged.ts'
import type { Claim, Started, Stranger } from './stranger.ts'

interface Settings {
  /** Accepts only the test key, instead of any credential. */
  readonly wantsKey?: true
  /** Breaks streams off after this many events. */
  readonly cutAfter?: number
  readonly options?: readonly string[]
}

/** Returns fixtures with the same text and image for all requests, and plausible token counts. */
function fixtures(cutAfter: number | undefined): string {
  const usage = { input_tokens: 4, output_tokens: 12, promptTokenCount: 4, candidatesTokenCount: 12 }
  const text = { content: 'A plain answer of some words, to be streamed in pieces.', usage }
  const picture = { image: { url: 'http://127.0.0.1:9/picture.png' } }
  const cut = cutAfter === undefined ? {} : { truncateAfterChunks: cutAfter }
  return JSON.stringify({
    fixtures: [
      { match: { endpoint: 'image' }, response: picture },
      { match: { endpoint: 'chat' }, response: text, ...cut },
    ],
  })
}

async function startAimock({ wantsKey, cutAfter, options = [] }: Settings): Promise<Started> {
  const file = join(tmpdir(), `mgi-aimock-${process.pid}.json`)
  writeFileSync(file, fixtures(cutAfter))
  const program = installed('@copilotkit/aimock/dist/cli.js')
  return startChild({
    command: process.execPath,
    arguments: [program, '--port', '0', '--fixtures', file, '--journal-max', '20', ...options],
    env: wantsKey ? { AIMOCK_API_KEYS: key } : {},
    says: /listening on (http:\S+)/,
  })
}

/** aimock has no image variations and no token usage, and accepts no body above 10 MiB. */
const absent: Readonly<Record<string, string>> = {
  'images.variation-plain-request-accepted@images.variation': '404: there is no such route',
  'usage.plain-request-accepted@usage.token': '404: there is no such route',
  'images.edit-model-multi-image-25-mb-accepted@images.edit': 'the connection is broken off after 10 MiB, each time',
}

const images: Readonly<Record<string, string>> = {
  'images.b64-json-given-when-asked@images.generate': 'the fixture has a url; that is what it gives, whatever is asked',
  'images.b64-json-given-when-asked@images.edit': 'the same',
  'images.edit-usage-given@images.edit': 'no reply to an edit has usage',
}

const servedImages: Claim = {
  of: /^images\.((generate|edit)-plain-request-accepted|reply-|url-)/,
  because: 'created, data and url are as section 2.4 has them; the picture is on another origin and never fetched',
}

const messages: Readonly<Record<string, string>> = {
  'messages.error-code@messages.create': 'its 400 to a body that is 7 has message and type, and no code',
  'messages.tool-choice-any-obeyed@messages.create': 'the fixture is a text; it is given although a tool must be used',
  'messages.tool-choice-tool-obeyed@messages.create': 'the same',
  'messages.max-tokens-missing-rejected@messages.create': '200: it does not look at what it does not need',
  'messages.role-unknown-rejected@messages.create': 'the same',
  'messages.version-missing-rejected@messages.create': 'it wants no version header',
}

const streams: Readonly<Record<string, string>> = {
  'messages.stream-input-tokens@messages.stream': 'the usage of its message_delta has output_tokens alone',
  'messages.tool-choice-any-obeyed@messages.stream': 'the fixture is a text',
  'messages.temperature-beyond-rejected@messages.stream': '200',
}

const content: Readonly<Record<string, string>> = {
  'content.single-content-accepted@content.generate': '400: contents must be an array',
  'content.model-unknown-rejected@content.generate': '200: it knows every model',
  'content.contents-missing-rejected@content.generate': '200, to {} as well',
  'content.json-mode-parses@content.generate': 'the fixture is a text that is no JSON, and ends with STOP',
  'content.mode-any-calls-a-function@content.generate': 'the fixture is a text',
  'content.missing-key-unauthenticated@content.generate': '200: no keys are configured',
  'content.invalid-key-unauthenticated@content.generate': 'the same',
}

const open: Readonly<Record<string, string>> = {
  'messages.key-missing-rejected@messages.create': '200: no keys are configured',
  'messages.key-invalid-rejected@messages.create': 'the same',
}

const toolsOfAText: readonly Claim[] = [
  { of: /^messages\.tools-type-rejected@/, because: 'it maps over tools: 500 where they are a text, 200 to a number' },
  { of: /^messages\.error-code@messages\.stream/, because: 'that 500 has message and type, and no code' },
]

const neverSay = [noSuchEndpoint, modelNotNamed, servedImages]

/** aimock 1.43 with different settings. */
export const aimocks: readonly Stranger[] = [
  {
    name: 'aimock 1.43 that lets everybody in',
    start: () => startAimock({}),
    breaks: {
      ...absent,
      ...images,
      ...messages,
      ...streams,
      ...content,
      ...open,
      'content.single-content-accepted@content.stream': '400: contents must be an array',
      'content.temperature-beyond-rejected@content.stream': '200',
    },
    alsoTrue: [lenient, noKeys, oneText, notTheTokenError, ...toolsOfAText],
    neverSay: [...neverSay, servedMessages, servedContent],
  },
  {
    name: 'aimock 1.43 with a key',
    start: () => startAimock({ wantsKey: true }),
    breaks: {
      ...absent,
      ...images,
      ...messages,
      ...streams,
      'content.key-in-query@content.generate': '401 to ?key=, 200 to the same key as a Bearer token',
      'content.key-in-query@content.stream': 'the same',
      'content.error-code@content.generate': 'its 401 has code "invalid_api_key", no integer',
      'content.error-status@content.generate': 'its 401 has no status',
    },
    alsoTrue: [
      lenient,
      oneText,
      notTheTokenError,
      { of: /^content\.error-(code|status)@/, because: 'the same 401' },
      { of: /^content\.single-content-accepted@/, because: '400: contents must be an array' },
      ...toolsOfAText,
    ],
    neverSay: [...neverSay, servedMessages, { of: noKeys.of, because: 'it answers 401 to no key and to a wrong one' }],
  },
  {
    name: 'aimock 1.43 whose streams break off after two events',
    start: () => startAimock({ cutAfter: 2, options: ['--latency', '3'] }),
    options: ['--profile', 'smoke', '--area', 'messages,content-generation'],
    breaks: {
      ...open,
      'messages.stream-plain-request-accepted@messages.stream': 'two events, then a reset; each time',
      'content.plain-request-accepted@content.stream': 'the same',
    },
    alsoTrue: [
      lenient,
      noKeys,
      oneText,
      { of: /^content\.single-content-accepted@/, because: '400: contents must be an array' },
      { of: /^messages\.error-code@/, because: 'its 400 to a body that is 7 has no code' },
      {
        of: /^(content|messages)\.stream-(end|terminated)@/,
        because:
          'no stream comes to its end (S7); where the reset overtakes the two events, nothing came that could end',
      },
    ],
    neverSay: [
      modelNotNamed,
      { of: /^messages\.(plain-request-accepted|reply-.*)@/, because: 'plain messages are served whole' },
      { of: /^messages\.stream-(start|content-block|payload)/, because: 'the two events that come are right (G13)' },
    ],
  },
  {
    name: 'aimock 1.43 that answers broken JSON',
    start: () => startAimock({ options: ['--chaos-malformed', '1'] }),
    options: ['--profile', 'smoke', '--area', 'messages,content-generation'],
    breaks: {
      'messages.reply-json@messages.create': '200 with {malformed json: <<<chaos>>>',
      'messages.stream-given@messages.stream': 'the same, as application/json',
    },
    alsoTrue: [
      { of: /^content\.single-content-accepted@/, because: '400: contents must be an array' },
      lenient,
      noKeys,
      { of: /^content\.(reply-json|stream-)/, because: 'the same body' },
      { of: /^messages\.error-code@/, because: 'what it rejects it rejects before the chaos, with no code' },
    ],
    neverSay: [
      {
        of: /^(messages\.reply-(object|id|type|role|model|content|usage)|content\.reply-(object|recognised))@/,
        because: 'a body that does not parse breaks the sentence that says it parses and no other (G13)',
      },
    ],
  },
  {
    name: 'aimock 1.43 that answers 500 to everything',
    start: () => startAimock({ options: ['--chaos-drop', '1'] }),
    options: ['--profile', 'smoke', '--area', 'messages'],
    breaks: {
      'messages.plain-request-accepted@messages.create': '500, each time',
      'messages.stream-plain-request-accepted@messages.stream': 'the same',
    },
    alsoTrue: [{ of: /^messages\.error-/, because: 'its 500 has type server_error, and no code that is a string' }],
    neverSay: [
      {
        of: /-rejected@|^messages\.(reply|stream)-(?!plain)/,
        because: 'nothing is known of what it would accept (G9)',
      },
    ],
    stopsEarly: true,
  },
  {
    name: 'aimock 1.43 that breaks every connection',
    start: () => startAimock({ options: ['--chaos-disconnect', '1'] }),
    options: ['--profile', 'smoke', '--area', 'messages'],
    breaks: {},
    alsoTrue: [],
    neverSay: [{ of: /^/, because: 'nothing it ever said can be judged' }],
    verdict: 'inconclusive',
    stopsEarly: true,
  },
]
