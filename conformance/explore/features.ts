import { below, isWithin } from '../../schemas/json-pointer.ts'
import type { RequestValue } from '../model/operation.ts'
import { isObject } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { shapeOf } from '../plan/schema/shape.ts'
import { byPlace, tagOf, walk } from '../plan/schema/walk.ts'

/** Members that hold what users name and write themselves: what stands in them is one feature, not many. */
export const usersOwn = new Set([
  'input_schema',
  'parameters',
  'responseSchema',
  'response_schema',
  'input',
  'args',
  'response',
])

/**
 * The optional features of a request: each optional member by its place, items of lists taken together, and each kind of
 * block, part or tool. A function of the request alone, so that it counts whatever sent it.
 */
export function featuresOf(language: Language, schema: string, value: RequestValue): ReadonlySet<string> {
  const features = new Set<string>()
  const leaves: string[] = []
  for (const [pointer, sites] of byPlace(walk(language, language.root(schema), value))) {
    const at = sites[0]?.value
    if (!pointer.startsWith('/body') || !isObject(at) || leaves.some((leaf) => isWithin(pointer, leaf))) continue
    const { required } = shapeOf(
      language,
      sites.map(({ node }) => node),
    )
    for (const [name, member] of Object.entries(at)) {
      const place = nameOf(below(pointer, name))
      if (usersOwn.has(name)) leaves.push(below(pointer, name))
      if (!required.has(name)) features.add(place)
      const isKind = /\/\d+$/.test(pointer) || sites.some(({ node }) => tagOf(node) === name)
      if (isKind && (name === 'type' || name === 'role') && typeof member === 'string')
        features.add(`${place}=${member}`)
    }
  }
  return features
}

/** The place without the body and without the numbers of items, in whatever case its words are: `tools.description`. */
function nameOf(pointer: string): string {
  return camelCase(
    pointer
      .replaceAll(/\/\d+(?=\/|$)/g, '')
      .slice('/body/'.length)
      .replaceAll('/', '.'),
  )
}

/** A name in the spelling that the tables of the specification use, whichever of the two it is in. */
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Two features as one name, in order. */
export function pairOf(one: string, other: string): string {
  return one < other ? `${one} + ${other}` : `${other} + ${one}`
}

/** Every pair of the features of one request. */
export function pairsOf(features: Iterable<string>): readonly string[] {
  const all = [...features].sort()
  return all.flatMap((one, index) => all.slice(index + 1).map((other) => pairOf(one, other)))
}
