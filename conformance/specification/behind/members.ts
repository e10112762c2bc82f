import { Buffer } from 'node:buffer'
import { isObject } from '../../../schemas/json.ts'
import { header, type RecordedRequest } from '../../core/model/exchange.ts'
import { memoize } from '../../core/model/memoize.ts'
import type { FormatMember } from '../../core/model/upstream.ts'
import { decodeMultipart } from '../../core/wire/multipart.ts'
import { parseJson } from '../../core/wire/parse-json.ts'

/**
 * Returns the name of the place of a value: the steps to it in camelCase, without indices. A gateway may write a single
 * value as a list, and members in the other spelling.
 */
export function memberName(steps: readonly string[]): string {
  const names = steps.filter((step) => !/^\d+$/.test(step))
  return names.map((name) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())).join('/')
}

export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the members of a request with a value of their own, as name and value. Case makes no difference. */
const membersIn: (request: RecordedRequest) => ReadonlySet<string> = memoize(({ headers, body }) => {
  const found = new Set<string>()
  const note = (steps: readonly string[], value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) note(steps, item)
    else if (isObject(value) && Object.keys(value).length > 0)
      for (const [name, member] of Object.entries(value)) note([...steps, name], member)
    else found.add(memberKey(memberName(steps), textOfValue(value)))
  }
  const json = parseJson(body)
  const form = json === undefined ? decodeMultipart(header(headers, 'content-type') ?? '', body) : undefined
  if (json !== undefined) note([], json)
  for (const { name, filename, bytes } of form ?? [])
    if (filename === undefined) note([name], Buffer.from(bytes).toString('utf8'))
  return found
})

function memberKey(name: string, value: string): string {
  return `${name}=${value}`.toLowerCase()
}

export function hasMember(request: RecordedRequest, { name, value }: FormatMember): boolean {
  return membersIn(request).has(memberKey(name, value))
}
