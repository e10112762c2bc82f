import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newerNode } from '../newer-node.ts'
import { startChild } from './child.ts'
import { oneText, servedContent } from './claims.ts'
import { installed } from './gateways.ts'
import { openapi } from './openapi.ts'
import type { Started, Stranger } from './stranger.ts'

async function startPrism(): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-prism-'))
  const document = join(folder, 'openapi.json')
  writeFileSync(document, JSON.stringify(openapi()))
  const program = installed('@stoplight/prism-cli/dist/index.js')
  const child = await startChild({
    command: newerNode(import.meta.url),
    arguments: [program, 'mock', '-h', '127.0.0.1', '-p', '0', document],
    says: /listening on (http:\S+)/,
  })
  return { ...child, close: () => child.close().finally(() => rmSync(folder, { recursive: true, force: true })) }
}

/** Prism 5.16, which mocks the JSON operations from an OpenAPI document of the suite's schemas. */
export const prism: Stranger = {
  name: 'Prism 5.16',
  start: startPrism,
  config: { unsupported: ['images.edit', 'images.variation', 'content.stream', 'messages.stream'] },
  // Prism never answers a body that is not JSON, so each such attempt takes the whole timeout.
  options: ['--timeout', '2'],
  breaks: {
    'content.malformed-json-rejected@content.generate': 'it never answers a body that is no JSON',
    'messages.malformed-json-rejected@messages.create': 'the same',
    'images.b64-json-given-when-asked@images.generate': 'it gives the one example, which has a url',
    'usage.missing-credential-message@usage.token': 'it gives the one example of an error',
    'usage.not-bearer-message@usage.token': 'the same',
    'usage.unknown-token-body@usage.token': '200: it looks only whether there is a key',
    'content.invalid-key-unauthenticated@content.generate': '200: it looks only whether there is a key',
    'messages.key-invalid-rejected@messages.create': 'the same',
    'content.model-unknown-rejected@content.generate': '200: the OpenAPI document names no models',
    'content.error-code-equals-status@content.generate': 'its 401 has the example of a 400',
    'content.error-401-word@content.generate': 'the same',
    'messages.error-word-of-401@messages.create': 'its 401 has the example of a 400',
    'messages.reply-id-unique@messages.create': 'each reply is the one example',
    'content.json-mode-parses@content.generate': 'the example is a text',
    'content.mode-any-calls-a-function@content.generate': 'the same',
    'messages.tool-choice-any-obeyed@messages.create': 'the same',
    'messages.tool-choice-tool-obeyed@messages.create': 'the same',
    'messages.thinking-budget-over-rejected@messages.create': '200: no schema can say that one number is below another',
  },
  alsoTrue: [
    oneText,
    {
      of: /^content\.(response-schema-type|schema-(type-missing|type-unknown|member-type))-rejected@/,
      saying: /\b200\b/,
      because: 'the schema of schemas is left out of the document where it recurs: inside of one, all is let in',
    },
  ],
  neverSay: [
    servedContent,
    {
      of: /^messages\.(plain-request-accepted|reply-(?!id-unique))/,
      because: 'the example has the form of section 2.9',
    },
    {
      of: /^usage\.(plain|reply|missing-credential-status|not-bearer-status)/,
      because: 'served as section 2.5 has it; 401 without a key',
    },
    {
      of: /^messages\.(?!thinking-budget-over|key-invalid|malformed)[a-z-]+-rejected@/,
      because: '400 with section 7’s body, by the schema',
    },
    { of: /@(images\.(edit|variation)|content\.stream|messages\.stream)$/, because: 'declared absent' },
  ],
}
