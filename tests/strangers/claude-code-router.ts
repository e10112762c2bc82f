import { startChatUpstream } from './chat-upstream.ts'
import { startChild } from './child.ts'
import { lenient, notTheTokenError, oneText, servedMessages } from './claims.ts'
import { beside } from './gateways.ts'
import { key } from './judged.ts'
import type { Started, Stranger } from './stranger.ts'

async function startRouter(): Promise<Started> {
  const upstream = await startChatUpstream()
  try {
    const child = await startChild({
      command: process.execPath,
      arguments: [beside('claude-code-router-server.js')],
      env: { UPSTREAM: `${upstream.url}/v1/chat/completions`, APIKEY: key },
      says: /listening on (http:\S+)/,
    })
    return { ...child, close: () => child.close().finally(upstream.close) }
  } catch (error) {
    await upstream.close()
    throw error
  }
}

const notJson = '401 with the text "APIKEY is missing" or "Invalid API key"'

/** claude-code-router 1.0.73 with a key, in front of an upstream of the chat completions API. */
export const claudeCodeRouter: Stranger = {
  name: '@musistudio/claude-code-router 1.0.73',
  start: startRouter,
  config: { models: { 'content-generation': 'upstream,model', messages: 'upstream,model' } },
  breaks: {
    'images.generate-plain-request-accepted@images.generate':
      '400 Missing model in request body; there are no image routes',
    'images.edit-plain-request-accepted@images.edit': 'the same',
    'images.variation-plain-request-accepted@images.variation': 'the same',
    'usage.plain-request-accepted@usage.token': '404: there is no such route',
    'usage.error-object@usage.token': notJson,
    'content.error-json@content.generate': `the key is not looked for in the query: ${notJson}`,
    'content.error-json@content.stream': 'the same',
    'content.error-object@content.generate': '400 {"error": "Missing model in request body"}',
    'content.error-code@content.generate': 'the code of its 400 is FST_ERR_CTP_EMPTY_JSON_BODY',
    'content.error-status@content.stream': 'that 400 has no status',
    'messages.error-json@messages.create': notJson,
    'messages.error-json@messages.stream': notJson,
    'messages.body-type-rejected@messages.create': '500 with a stack trace to a body that is 7',
    'messages.messages-type-rejected@messages.stream': '500 with a stack trace to messages that are 7',
    'messages.user-id-type-rejected@messages.create': '500 with a stack trace to a user_id that is an object',
    'messages.max-tokens-missing-rejected@messages.create': '200',
    'messages.model-missing-rejected@messages.stream': '200: a model is put in where the request names none',
    'messages.version-missing-rejected@messages.create': 'it wants no version header',
    'messages.tool-choice-any-obeyed@messages.create': 'the upstream answers a text, and that is passed on',
    'messages.tool-choice-tool-obeyed@messages.stream': 'the same',
    'messages.error-word-of-400@messages.create': 'its 400 to malformed JSON says api_error',
    'messages.error-word-of-500@messages.create': 'its 500 says api_error',
    'messages.stream-output-tokens-positive@messages.stream': 'its message_delta has 0; the upstream counted 12',
  },
  alsoTrue: [
    lenient,
    oneText,
    notTheTokenError,
    {
      of: /^messages\.[a-z-]+-rejected@/,
      saying: /\b(200|500)\b/,
      because: 'it looks at next to nothing: 200; or 500 with a stack trace, where without the broken rule it is 200',
    },
    { of: /^messages\.[a-z-]*id-unique@/, because: 'a stream’s id is the time in milliseconds; two may have the same' },
    { of: /^content\.error-(object|code|status)@/, because: 'see above' },
    { of: /^messages\.error-(object|word-of-(400|500))@/, because: 'see above' },
  ],
  neverSay: [
    servedMessages,
    { of: /^messages\.key-[a-z]+-rejected@/, because: 'it rejects both, though with a text' },
    {
      of: /@images\..*(?<!-plain-request-accepted@images\.\w+)$/,
      because: 'there are no image routes; that is said once',
    },
    {
      of: /^content\.(?!error-)/,
      because: 'the key that every request of content generation has in its query is not accepted: nothing else shows',
    },
  ],
}
