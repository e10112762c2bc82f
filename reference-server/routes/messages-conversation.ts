import { isObject, itemsOf, membersOf } from '../../schemas/json.ts'
import { stringIn } from '../model/loose.ts'
import { countTokens, countToolTokens } from '../model/tokens.ts'

/** The facts of a conversation that the model uses. */
export interface MessageConversation {
  /** All its text, including the system prompt. */
  readonly prompt: string
  /** The last text of the user. */
  readonly lastWords: string
  /** True if the last turn contains results of tools. */
  readonly hasResults: boolean
  /** True if the last turn is the assistant's, so that the reply continues it. */
  readonly isContinuation: boolean
  readonly tokens: number
  /** The number of tokens in blocks marked for caching. */
  readonly cachedTokens: number
}

const imageTokens = 256

/** A text with its role, and the number of images with it. */
interface Utterance {
  readonly text: string
  readonly isUser: boolean
  readonly isCached: boolean
  readonly images: number
}

export function readMessages(body: Readonly<Record<string, unknown>>): MessageConversation {
  const messages = isObject(body['messages']) ? [body['messages']] : itemsOf(body['messages']).map(membersOf)
  const said = messages.flatMap(utterances)
  const texts = said.map(({ text }) => text)
  const prompt = [wordsOf(body['system']), ...texts].join('\n')
  const last = messages.at(-1)
  return {
    prompt,
    lastWords: said.findLast(({ text, isUser }) => isUser && text !== '')?.text ?? '',
    hasResults: itemsOf(last?.['content']).some((block) => membersOf(block)['type'] === 'tool_result'),
    isContinuation: last?.['role'] === 'assistant',
    tokens:
      countTokens(prompt) +
      countToolTokens(body['tools']) +
      said.reduce((sum, { images }) => sum + images * imageTokens, 0),
    cachedTokens: said.reduce((sum, { text, isCached }) => (isCached ? sum + countTokens(text) : sum), 0),
  }
}

function utterances({ role, content }: Readonly<Record<string, unknown>>): Utterance[] {
  const isUser = role === 'user'
  if (typeof content === 'string') return [{ text: content, isUser, isCached: false, images: 0 }]
  return itemsOf(content)
    .map(membersOf)
    .map((block) => ({
      text: textOf(block),
      isUser,
      isCached: block['cache_control'] !== undefined,
      images: imagesIn(block),
    }))
}

function textOf(block: Readonly<Record<string, unknown>>): string {
  if (block['type'] === 'text') return stringIn(block['text'])
  if (block['type'] === 'tool_use') return `${stringIn(block['name'])} ${JSON.stringify(block['input'])}`
  if (block['type'] !== 'tool_result') return ''
  return wordsOf(block['content'])
}

/** Returns a string, or the joined text of blocks. */
function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content
  return itemsOf(content)
    .map((block) => stringIn(membersOf(block)['text']))
    .join(' ')
}

function imagesIn(block: Readonly<Record<string, unknown>>): number {
  if (block['type'] === 'image') return 1
  return itemsOf(block['content']).filter((inner) => membersOf(inner)['type'] === 'image').length
}
