import { isObject, itemsOf, type Members, membersOf } from '../../schemas/json.ts'
import { stringIn } from '../model/loose.ts'
import { countTokens, countToolTokens } from '../model/tokens.ts'
import { type Modality, modalityOf, tokensOfMedia } from './content-generation-media.ts'

/** The facts of a conversation that the model uses. */
export interface ContentConversation {
  /** All its text, including the system instruction. */
  readonly prompt: string
  /** The last text of the user. */
  readonly lastWords: string
  /** True if the last turn contains responses of functions. */
  readonly hasResults: boolean
  /** True if the last turn is the model's, which the answer continues. */
  readonly isContinuation: boolean
  /** The number of tokens by modality; text comes first. */
  readonly tokens: ReadonlyMap<Modality, number>
}

/** Reads the whole conversation. A single Content is treated as a list of one. */
export function readContents(body: Members): ContentConversation {
  const contents = isObject(body['contents']) ? [body['contents']] : itemsOf(body['contents']).map(membersOf)
  const instruction = membersOf(body['systemInstruction'])
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
    tokens: tokensBy(
      countTokens(prompt) + countToolTokens(body['tools']),
      contents.flatMap(partsOf),
      membersOf(body['generationConfig'])['mediaResolution'],
    ),
  }
}

/** Returns whether a Content is the user's. A Content without a role is. */
function isUsers(content: Members): boolean {
  return content['role'] === undefined || content['role'] === 'user'
}

function partsOf(content: Members): Members[] {
  return itemsOf(content['parts']).map(membersOf)
}

function textOf({ text, functionCall, functionResponse }: Members): string {
  if (text !== undefined) return stringIn(text)
  const exchanged = functionCall ?? functionResponse
  return exchanged === undefined ? '' : JSON.stringify(exchanged)
}

function tokensBy(text: number, parts: readonly Members[], resolution: unknown): Map<Modality, number> {
  const tokens = new Map<Modality, number>([['TEXT', text]])
  for (const { inlineData } of parts) {
    if (inlineData === undefined) continue
    const modality = modalityOf(stringIn(membersOf(inlineData)['mimeType']))
    tokens.set(modality, (tokens.get(modality) ?? 0) + tokensOfMedia(resolution))
  }
  return tokens
}
