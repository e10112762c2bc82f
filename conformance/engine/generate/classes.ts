import { isObject } from '../../../schemas/json.ts'
import { charactersIn } from '../../core/text/characters.ts'
import { type SchemaPlace, schemaPlace } from '../plan/schema/place.ts'
import type { SchemaView } from '../plan/schema/view.ts'
import type { ItemPlace } from './item-places.ts'
import { lengthClassOf, textKindsOf } from './texts.ts'

/** Returns the class of a count: 0, 1, 2, 3 to 5, 6 to 10, more. */
export function countClassOf(count: number): string {
  if (count <= 2) return String(count)
  return count <= 5 ? '3-5' : count <= 10 ? '6-10' : 'more than 10'
}

/** Returns the classes of a scalar at a place, given the subschemas that apply to it. */
export function classesOf(
  value: unknown,
  views: readonly SchemaView[],
  { isEncoded }: Pick<ItemPlace, 'isEncoded'>,
): readonly string[] {
  if (typeof value === 'boolean' || value === null) return [`is ${value}`]
  const place = views.length === 0 ? undefined : schemaPlace(views)
  if (typeof value === 'number') return numberClassesOf(value, place)
  if (typeof value !== 'string') return []
  if (place?.values !== undefined || views.some((view) => isMentioned(view, value))) return [`is ${value}`]
  if (isEncoded) return []
  const length = charactersIn(value)
  const edges = place === undefined ? [] : edgeClasses(length, place.minLength, place.maxLength)
  return [`length ${lengthClassOf(length)}`, ...edges.map((edge) => `length ${edge}`), ...textKindsOf(value)]
}

/** Returns whether a value is a word of the specification, such as a media type, which conditions list one by one. */
function isMentioned({ schema: { if: when } }: SchemaView, value: string): boolean {
  return isObject(when) && (when['const'] === value || (Array.isArray(when['enum']) && when['enum'].includes(value)))
}

function numberClassesOf(value: number, place: SchemaPlace | undefined): readonly string[] {
  const own = Number.isInteger(value) ? `is ${magnitudeOf(value)}` : fractionOf(value)
  if (place === undefined) return [own]
  return [own, ...edgeClasses(value, place.minimum, place.maximum).map((edge) => `value ${edge}`)]
}

function magnitudeOf(value: number): string {
  if (value >= 0 && value <= 2) return String(value)
  const most = [5, 16, 100, 1000, 4095].find((limit) => Math.abs(value) <= limit)
  return `${value < 0 ? 'below -' : 'up to '}${most ?? 'more'}`
}

function fractionOf(value: number): string {
  const places = String(value).split('.')[1]?.length ?? 0
  return `is a fraction ${value < 0 ? 'below 0' : `between ${Math.floor(value)} and ${Math.ceil(value)}`} of ${places} places`
}

/** Returns the position of a value in its range: at a limit, next to one, or far from both. */
function edgeClasses(value: number, least: number, most: number): readonly string[] {
  const step = Number.isInteger(value) && Number.isInteger(least) ? 1 : 0.05
  const found = [
    ...(value === least ? ['at the least'] : value - least <= step ? ['next to the least'] : []),
    ...(value === most ? ['at the most'] : most - value <= step ? ['next to the most'] : []),
  ]
  return found.length > 0 ? found : ['far from the limits']
}
