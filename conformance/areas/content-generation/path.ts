import { queryOf } from '../../model/credential.ts'

/** The two things that can be asked of a model. */
export type Action = 'generateContent' | 'streamGenerateContent'

/** The query each action has beside the key. A stream without `alt=sse` is left open (interpretation C10). */
const alternatives: Readonly<Record<Action, string | null>> = { generateContent: null, streamGenerateContent: 'sse' }

/** The recorded path that asks a model for something; without a key where `key` is left out. */
export function pathTo(model: string, action: Action, key?: string): string {
  const parameters = [
    ...(alternatives[action] === null ? [] : [`alt=${alternatives[action]}`]),
    ...(key === undefined ? [] : [`key=${key}`]),
  ]
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`
  return `/v1beta/models/${encodeURIComponent(model)}:${action}${query}`
}

/** What a path asks for. */
interface PathReading {
  readonly model: string
  readonly action: Action
}

/** What a recorded path asks for; `undefined` when it asks for nothing that section 4 lists. */
export function readPath(path: string): PathReading | undefined {
  const found = /^\/v1beta\/models\/([^/?]+):(generateContent|streamGenerateContent)(?:\?|$)/.exec(path)
  const model = found?.[1] && decoded(found[1])
  if (model === undefined) return undefined
  const action = found?.[2] as Action
  const query = queryOf(path)
  const isListed = [...query.keys()].every((name) => name === 'key' || name === 'alt')
  return isListed && query.get('alt') === alternatives[action] ? { model, action } : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
