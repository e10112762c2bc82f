import type { UpstreamFormat } from '../../conformance/core/model/upstream.ts'

/** A request to the upstream, by its path and body. */
export interface CalledAs {
  readonly format: UpstreamFormat
  readonly isStream: boolean
}

const endings: readonly (readonly [RegExp, UpstreamFormat])[] = [
  [/\/images\/generations$/, 'images.generate'],
  [/\/images\/edits$/, 'images.edit'],
  [/\/images\/variations$/, 'images.variation'],
  [/:(?:streamGenerateContent|generateContent)$/, 'content'],
  [/\/chat\/completions$/, 'chat'],
  [/\/messages$/, 'messages'],
]

/**
 * Returns the format of a request to the upstream. Only the end of the path counts, because gateways put prefixes of
 * their own before it.
 */
export function calledAs(method: string, path: string, body: unknown): CalledAs | undefined {
  const [before = ''] = path.split('?', 1)
  const format = method === 'POST' ? endings.find(([ending]) => ending.test(before))?.[1] : undefined
  if (format === undefined) return undefined
  const asksForStream = (Object(body) as { readonly stream?: unknown }).stream === true
  return { format, isStream: format === 'content' ? before.endsWith(':streamGenerateContent') : asksForStream }
}

/** The path of each format in the reference server, with everything before it removed. */
export function ownPath(path: string, format: UpstreamFormat): string {
  const [before = '', query = ''] = path.split(/\?(.*)/s)
  const tail = {
    'images.generate': '/v1/images/generations',
    'images.edit': '/v1/images/edits',
    'images.variation': '/v1/images/variations',
    messages: '/v1/messages',
    chat: '/v1/chat/completions',
    content: `/v1beta/models/${/([^/]+)$/.exec(before)?.[1] ?? ''}`,
  }[format]
  return query === '' ? tail : `${tail}?${query}`
}
