import { startChatUpstream } from './chat-upstream.ts'
import { startChild } from './child.ts'
import { lenient, noKeys, noSuchEndpoint, notTheTokenError, oneText, servedMessages } from './claims.ts'
import { beside } from './gateways.ts'
import type { Started, Stranger } from './stranger.ts'

async function startLlms(): Promise<Started> {
  const upstream = await startChatUpstream()
  try {
    const child = await startChild({
      command: process.execPath,
      arguments: [beside('llms-server.js')],
      env: { UPSTREAM: `${upstream.url}/v1/chat/completions` },
      says: /listening on (http:\S+)/,
    })
    return { ...child, close: () => child.close().finally(upstream.close) }
  } catch (error) {
    await upstream.close()
    throw error
  }
}

/** @musistudio/llms 1.0.53 in front of an upstream of the chat completions API. */
export const llms: Stranger = {
  name: '@musistudio/llms 1.0.53',
  start: startLlms,
  config: { models: { 'content-generation': 'upstream,model', messages: 'upstream,model' } },
  breaks: {
    'images.generate-plain-request-accepted@images.generate':
      '400 Missing model in request body; there are no image routes',
    'images.edit-plain-request-accepted@images.edit': 'the same',
    'images.variation-plain-request-accepted@images.variation': 'the same',
    'usage.plain-request-accepted@usage.token': '404: there is no such route',
    'content.reply-recognised@content.generate': '200 with the chat dialect’s reply: choices, no candidates',
    'content.contents-missing-rejected@content.generate': '200, though with a reply that is none',
    'content.stream-content-type@content.stream': '200 application/json',
    'messages.body-type-rejected@messages.create': '500 to a body that is 7',
    'messages.model-type-rejected@messages.create': '500 to a model that is an object',
    'messages.messages-type-rejected@messages.stream': '500 to messages that are 7',
    'messages.max-tokens-missing-rejected@messages.create': '200',
    'messages.version-missing-rejected@messages.create': 'it wants no version header',
    'messages.tool-choice-any-obeyed@messages.create': 'the upstream answers a text, and that is passed on',
    'messages.tool-choice-tool-obeyed@messages.stream': 'the same',
    'messages.key-missing-rejected@messages.create': '200: it never looks at a key',
    'messages.key-invalid-rejected@messages.stream': 'the same',
    'messages.error-object@messages.create': '400 {"error": "Missing model in request body"} to an empty model',
    'messages.error-word-of-400@messages.create': 'its 400 to malformed JSON says api_error',
    'messages.error-word-of-500@messages.create': 'its 500 says api_error',
    'messages.stream-output-tokens-positive@messages.stream': 'its message_delta has 0; the upstream counted 12',
  },
  alsoTrue: [
    lenient,
    noKeys,
    oneText,
    notTheTokenError,
    { of: /^messages\.[a-z-]*id-unique@/, because: 'a stream’s id is the time in milliseconds; two may have the same' },
    {
      of: /^messages\.[a-z-]+-rejected@/,
      saying: /\b(200|500)\b/,
      because: 'it looks at next to nothing: 200; or 500 with a stack trace, where without the broken rule it is 200',
    },
    { of: /^content\.parts-type-rejected@/, saying: /\b500\b/, because: 'it maps over parts: 500 where they are true' },
    { of: /^content\.(error-(object|code|status)|stream-(content-type|events))@/, because: 'see above' },
    { of: /^messages\.error-(object|word-of-(400|500))@/, because: 'see above' },
  ],
  neverSay: [
    noSuchEndpoint,
    servedMessages,
    {
      of: /@images\..*(?<!-plain-request-accepted@images\.\w+)$/,
      because: 'there are no image routes; that is said once',
    },
    {
      of: /^content\.(candidate|reply-(?!recognised))(?!.*-rejected@)/,
      because: 'a reply that is none of section 2.7 breaks that sentence alone',
    },
  ],
}
