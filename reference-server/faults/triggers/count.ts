import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import { isObject } from '../../../schemas/json.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { pick } from '../../model/random.ts'
import { type DrawTrigger, type OperationKind, operationKindOf, valuesAt, valuesBelow } from './trigger.ts'

type Range = readonly [least: number, most: number]

/** A countable feature of a request, and the counts that a valid request can have. */
interface Row {
  readonly name: string
  /** Returns one count for each place. */
  readonly counts: (request: IncomingRequest) => readonly number[]
  readonly ranges: readonly Range[]
  readonly on?: readonly Endpoint[]
}

/** Draws a number of items of a list, or of members of an object. */
export const countTrigger: DrawTrigger = (random, on) => {
  const rows = table[operationKindOf(on)].filter((row) => row.on?.includes(on) ?? true)
  if (rows.length === 0) return undefined
  const { name, counts, ranges } = pick(random, rows)
  const [least, most] = pick(random, ranges)
  const holds = (request: IncomingRequest): boolean => counts(request).some((count) => count >= least && count <= most)
  return { class: 'count', words: `${name} has ${rangeInWords(least, most)} items`, holds }
}

function rangeInWords(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `more than ${least - 1}`
  return least === most ? String(least) : `${least} to ${most}`
}

const none: Range = [0, 0]
const two: Range = [2, 2]
const few: Range = [3, 5]
const several: Range = [6, 10]
const many: Range = [11, Number.POSITIVE_INFINITY]

/** Makes a row that counts the items of lists, or the members of objects, at a pointer. */
function row(pointer: string, ...ranges: readonly Range[]): Row {
  return { name: pointer, counts: (request) => valuesAt(request, pointer).flatMap(sizeOf), ranges }
}

function sizeOf(value: unknown): readonly number[] {
  if (Array.isArray(value)) return [value.length]
  return isObject(value) ? [Object.keys(value).length] : []
}

/** Makes a row that counts blocks or parts within each turn. */
function withinTurn(name: string, lists: string, isCounted: (item: unknown) => boolean, ...ranges: Range[]): Row {
  const counts = (request: IncomingRequest): readonly number[] =>
    valuesAt(request, lists).map((list) => (Array.isArray(list) ? list.filter(isCounted).length : 0))
  return { name, counts, ranges }
}

function isOfType(type: string): (block: unknown) => boolean {
  return (block) => isObject(block) && block['type'] === type
}

function cacheMarks(request: IncomingRequest): readonly number[] {
  const places = ['/body/messages/*/content/*/cache_control', '/body/tools/*/cache_control']
  return [places.flatMap((place) => valuesAt(request, place)).length]
}

const blocks = '/body/messages/*/content'
const parts = '/body/contents/*/parts'

const table: Readonly<Record<OperationKind, readonly Row[]>> = {
  usage: [],
  images: [
    { ...row('/body/image', two, [3, 4]), on: ['images.edit'] },
    { ...row('/body', [4, 4], [5, 5], [6, 8]), on: ['images.generate', 'images.edit'] },
    { ...row('/body', [3, 3], [4, 4], [5, 6]), on: ['images.variation'] },
  ],
  messages: [
    row('/body/messages', two, few, several, many),
    row(blocks, two, few, several),
    row('/body/tools', two, few, several),
    row('/body/stop_sequences', two, few, several, many),
    row('/body/tools/*/input_schema/properties', none, two, few, several),
    row('/body/tools/*/input_schema/required', two, few),
    withinTurn('the list of images of a message', blocks, isOfType('image'), two, few),
    withinTurn('the list of tool uses of a message', blocks, isOfType('tool_use'), two, few),
    { name: 'the list of places with cache_control', counts: cacheMarks, ranges: [two, [3, 4]] },
  ],
  content: [
    row('/body/contents', two, few, several, many),
    row(parts, two, few, several),
    row('/body/tools/*/functionDeclarations', two, few, several),
    row('/body/tools/*/functionDeclarations/*/parameters/properties', none, two, few, several),
    row('/body/generationConfig/stopSequences', two, [3, 4], [5, 5]),
    row('/body/generationConfig/responseSchema/properties', two, few, several),
    row('/body/generationConfig/responseSchema/enum', two, few, several),
    row('/body/generationConfig', none, two, few, several),
    row('/body/safetySettings', none, two, few, several),
    row('/body/toolConfig/functionCallingConfig/allowedFunctionNames', two, few),
    withinTurn(
      'the list of media of a turn',
      parts,
      (part) => valuesBelow(part, '/inlineData').length > 0,
      ...[two, few],
    ),
  ],
}
