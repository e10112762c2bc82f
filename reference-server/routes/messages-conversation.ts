import { isObject, listIn, objectIn, stringIn } from '../model/loose.ts'
import { countTokens } from '../model/tokens.ts'

/** What the model gets to know of a conversation. */
export interface Conversation {
  /** All its text, the system prompt included. */
  readonly prompt: string
  /** The last text the user said. */
  readonly lastWords: string
  /** Whether the last turn brings what tools have answered. */
  readonly hasResults: boolean
  /** Whether the last turn is the assistant's: the reply goes on from there. */
  readonly isContinuation: boolean
  readonly tokens: number
  /** How many of the tokens stand in blocks marked for caching. */
  readonly cachedTokens: number
}

/** What an image counts as. */
const imageTokens = 256

/** Something said, by whom, and how many tokens it is beside its words. */
interface Utterance {
  readonly text: string
  readonly isUser: boolean
  readonly isCached: boolean
  readonly images: number
}

/** Reads the whole conversation. */
export function readConversation(body: Readonly<Record<string, unknown>>): Conversation {
  const messages = isObject(body['messages']) ? [body['messages']] : listIn(body['messages']).map(objectIn)
  const said = messages.flatMap(utterances)
  const texts = said.map(({ text }) => text)
  const prompt = [wordsOf(body['system']), ...texts].join('\n')
  const last = messages.at(-1)
  return {
    prompt,
    lastWords: said.findLast(({ text, isUser }) => isUser && text !== '')?.text ?? '',
    hasResults: listIn(last?.['content']).some((block) => objectIn(block)['type'] === 'tool_result'),
    isContinuation: last?.['role'] === 'assistant',
    tokens: countTokens(prompt) + said.reduce((sum, { images }) => sum + images * imageTokens, 0),
    cachedTokens: said.reduce((sum, { text, isCached }) => (isCached ? sum + countTokens(text) : sum), 0),
  }
}

function utterances({ role, content }: Readonly<Record<string, unknown>>): Utterance[] {
  const isUser = role === 'user'
  if (typeof content === 'string') return [{ text: content, isUser, isCached: false, images: 0 }]
  return listIn(content)
    .map(objectIn)
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

/** A string, or the text of blocks. */
function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listIn(content)
    .map((block) => stringIn(objectIn(block)['text']))
    .join(' ')
}

function imagesIn(block: Readonly<Record<string, unknown>>): number {
  if (block['type'] === 'image') return 1
  return listIn(block['content']).filter((inner) => objectIn(inner)['type'] === 'image').length
}
