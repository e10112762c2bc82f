/**
 * The path and query, below the base path of the target, that a request line asks for. `undefined` where the request must
 * not pass: it names no path, or a path that could lead out of the base. The host of an absolute form (RFC 9112, section
 * 3.2.2) is left out like `Host`: there is one target.
 */
export function pathAsked(requestTarget: string, basePath: string): string | undefined {
  const [, absolute] = /^https?:\/\/[^/?#]*(.*)$/i.exec(requestTarget) ?? []
  const path = absolute === undefined ? requestTarget : absolute.startsWith('/') ? absolute : `/${absolute}`
  if (!/^\/[\x21-\x7e\x80-\xff]*$/.test(path) || path.includes('#')) return undefined
  return basePath !== '' && climbs(path) ? undefined : path
}

/** Whether a segment means "one up", in any spelling that a server may read as that. */
function climbs(path: string): boolean {
  const [asked = ''] = path.split('?')
  const spelt = asked.replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/')
  return spelt.split('/').some((segment) => segment.replace(/;.*$/, '') === '..')
}
