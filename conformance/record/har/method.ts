import { asText } from './har-json.ts'

const standard = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

/**
 * The method of a request. Some clients write it in their own spelling (`post`), and send it in capitals like all others, as
 * the Fetch standard has it for these methods.
 */
export function methodOf(value: unknown): string {
  const method = asText(value) ?? ''
  const capitals = method.toUpperCase()
  return standard.includes(capitals) ? capitals : method
}
