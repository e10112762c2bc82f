import { isObject, listIn, objectIn, stringIn } from '../model/loose.ts'
import { countTokens } from '../model/tokens.ts'
import { type Modality, modalityOf, tokensOfMedia } from './content-generation-media.ts'

/** What the model gets to know of a conversation. */
export interface Conversation {
  /** All its text, the system instruction included. */
  readonly prompt: string
  /** The last text the user said. */
  readonly lastWords: string
  /** Whether the last turn brings what functions have answered. */
  readonly hasResults: boolean
  /** Whether the last turn is the model's: the answer goes on from there. */
  readonly isContinuation: boolean
  /** Its tokens by kind; text first. */
  readonly tokens: ReadonlyMap<Modality, number>
}

type Members = Readonly<Record<string, unknown>>

/** Reads the whole conversation. A single Content stands for a list of one. */
export function readConversation(body: Members): Conversation {
  const contents = isObject(body['contents']) ? [body['contents']] : listIn(body['contents']).map(objectIn)
  const instruction = objectIn(body['systemInstruction'])
  const texts = [...partsOf(instruction), ...contents.flatMap(partsOf)].map(textOf)
  const prompt = texts.filter((text) => text !== '').join('\n')
  const last = contents.at(-1) ?? {}
  return {
    prompt,
    lastWords:
      contents
        .filter(isUsers)
        .flatMap(partsOf)
        .map(textOf)
        .findLast((text) => text !== '') ?? '',
    hasResults: partsOf(last).some((part) => part['functionResponse'] !== undefined),
    isContinuation: last['role'] === 'model',
    tokens: tokensBy(prompt, contents.flatMap(partsOf), objectIn(body['generationConfig'])['mediaResolution']),
  }
}

/** A Content without a role is the user's. */
function isUsers(content: Members): boolean {
  return content['role'] === undefined || content['role'] === 'user'
}

function partsOf(content: Members): Members[] {
  return listIn(content['parts']).map(objectIn)
}

function textOf({ text, functionCall, functionResponse }: Members): string {
  if (text !== undefined) return stringIn(text)
  const exchanged = functionCall ?? functionResponse
  return exchanged === undefined ? '' : JSON.stringify(exchanged)
}

function tokensBy(prompt: string, parts: readonly Members[], resolution: unknown): Map<Modality, number> {
  const tokens = new Map<Modality, number>([['TEXT', countTokens(prompt)]])
  for (const { inlineData } of parts) {
    if (inlineData === undefined) continue
    const modality = modalityOf(stringIn(objectIn(inlineData)['mimeType']))
    tokens.set(modality, (tokens.get(modality) ?? 0) + tokensOfMedia(resolution))
  }
  return tokens
}
