import { queryOf } from '../../model/credential.ts'

/** The actions of a model. */
export type Action = 'generateContent' | 'streamGenerateContent'

/** The query of each action without the key. A stream without `alt=sse` is unspecified (interpretation C10). */
const alternatives: Readonly<Record<Action, string | null>> = { generateContent: null, streamGenerateContent: 'sse' }

/** Returns the recorded path of an action, without a key if `key` is omitted. */
export function pathTo(model: string, action: Action, key?: string): string {
  const parameters = [
    ...(alternatives[action] === null ? [] : [`alt=${alternatives[action]}`]),
    ...(key === undefined ? [] : [`key=${key}`]),
  ]
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`
  return `/v1beta/models/${encodeURIComponent(model)}:${action}${query}`
}

/** The parts of a recorded path. */
interface PathReading {
  readonly model: string
  readonly action: Action
}

/** Parses a recorded path; `undefined` if section 4 does not list it. */
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
