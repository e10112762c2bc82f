/**
 * Returns the path and query of a request line; `undefined` if it has no path and must not pass. The host of an
 * absolute form (RFC 9112, section 3.2.2) is ignored like `Host`, because clients do not choose the target.
 */
export function pathAsked(requestTarget: string): string | undefined {
  const [, absolute] = /^https?:\/\/[^/?#]*(.*)$/i.exec(requestTarget) ?? []
  const path = absolute === undefined ? requestTarget : absolute.startsWith('/') ? absolute : `/${absolute}`
  return !/^\/[\x21-\x7e\x80-\xff]*$/.test(path) || path.includes('#') ? undefined : path
}

/** Tells whether a path could leave the base path of the target: it has a segment `..` in any spelling. */
export function leavesBase(path: string, basePath: string): boolean {
  if (basePath === '') return false
  const [asked = ''] = path.split('?')
  const spelt = asked.replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/')
  return spelt.split('/').some((segment) => segment.replace(/;.*$/, '') === '..')
}
