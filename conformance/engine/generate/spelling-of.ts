import { header, type RecordedRequest } from '../../core/model/exchange.ts'
import { boundaryOf, firstBoundary } from '../../core/wire/multipart.ts'
import type { Spelling } from './spelling.ts'

export const usualSpelling: Spelling = {
  escapes: 'none',
  space: '',
  exponents: false,
  order: 0,
  headers: 'lower',
  percent: false,
  boundary: firstBoundary,
}

/**
 * Returns the unusual parts of a request's spelling, judging by its bytes. The order of members is not part of it.
 * Another request can use the spelling, but not exactly: if some letters were escaped, it escapes all.
 */
export function spellingOf({ path, headers, body }: RecordedRequest): Spelling {
  const type = header(headers, 'content-type') ?? ''
  const isForm = /^multipart\//i.test(type)
  const json = isForm ? '' : new TextDecoder().decode(body)
  const bare = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
  const names = headers.map(([name]) => name)
  return {
    escapes: /\\u00[2-7][0-9a-f]/i.test(json) ? 'all' : 'none',
    space: /^\s*[{[]([ \t\r\n]+)/.exec(bare)?.[1] ?? '',
    exponents: /\de[-+]?\d/i.test(bare),
    order: 0,
    headers: casingOf(names),
    percent: path.split('?')[1]?.includes('%') === true,
    boundary: (isForm ? boundaryOf(type) : undefined) ?? firstBoundary,
  }
}

function casingOf(names: readonly string[]): Spelling['headers'] {
  if (names.every((name) => name === name.toLowerCase())) return 'lower'
  return names.every((name) => name === name.toUpperCase()) ? 'upper' : 'title'
}

export function unusualIn(spelling: Spelling): readonly (keyof Spelling)[] {
  const names = Object.keys(usualSpelling) as (keyof Spelling)[]
  return names.filter((name) => spelling[name] !== usualSpelling[name])
}

export function withUsualPart(spelling: Spelling, name: keyof Spelling): Spelling {
  return { ...spelling, [name]: usualSpelling[name] }
}

/** Returns the usual spelling with one part from another spelling. */
export function usualExcept(spelling: Spelling, name: keyof Spelling): Spelling {
  return { ...usualSpelling, [name]: spelling[name] }
}
