/** The eight operations of the specification. */
export type Operation =
  | 'images.generate'
  | 'images.edit'
  | 'images.variation'
  | 'usage.token'
  | 'content.generate'
  | 'content.stream'
  | 'messages.create'
  | 'messages.stream'

/** Returns the operation of a request, or undefined for an unknown route. */
export function operationOf(method: string, path: string, body: Buffer): Operation | undefined {
  const route = `${method} ${path.split('?')[0]}`
  if (route === 'POST /v1/messages') return jsonOf(body)['stream'] === true ? 'messages.stream' : 'messages.create'
  return routes.find(([pattern]) => pattern.test(route))?.[1]
}

const routes: readonly (readonly [RegExp, Operation])[] = [
  [/^POST \/v1\/images\/generations$/, 'images.generate'],
  [/^POST \/v1\/images\/edits$/, 'images.edit'],
  [/^POST \/v1\/images\/variations$/, 'images.variation'],
  [/^GET \/api\/usage\/token$/, 'usage.token'],
  [/^POST \/v1beta\/models\/[^/]+:generateContent$/, 'content.generate'],
  [/^POST \/v1beta\/models\/[^/]+:streamGenerateContent$/, 'content.stream'],
]

/** Returns the members of a JSON body, or an empty object if the body is not a JSON object. */
export function jsonOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Returns whether a body is not JSON. */
export function isMalformed(body: Buffer): boolean {
  try {
    JSON.parse(body.toString())
    return false
  } catch {
    return true
  }
}

/** Returns the model that a request names in its path, JSON body or form, or undefined if it names none. */
export function modelOf(path: string, body: Buffer): string | undefined {
  const inPath = /\/models\/([^/:?]+):/.exec(path)?.[1]
  if (inPath !== undefined) return decodeURIComponent(inPath)
  const inForm = /name="model"\r\n(?:[^\r\n]+\r\n)*\r\n([^\r\n]*)/.exec(body.toString('latin1'))?.[1]
  const inJson = jsonOf(body)['model']
  return inForm ?? (typeof inJson === 'string' ? inJson : undefined)
}
