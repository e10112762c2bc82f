import { isObject, itemsOf } from '../../../schemas/json.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { pick } from '../../model/random.ts'
import { type DrawTrigger, type OperationKind, operationKindOf, valuesAt } from './trigger.ts'

/** A nested value of a request, or a conversation with its turns. */
interface Row {
  readonly pointer: string
  readonly depthOf: (value: unknown) => number
  readonly least: readonly number[]
  readonly unit: string
}

/** Draws a minimum depth of nesting, or a minimum number of turns. */
export const depthTrigger: DrawTrigger = (random, on) => {
  const rows = table[operationKindOf(on)]
  if (rows.length === 0) return undefined
  const { pointer, depthOf, least: depths, unit } = pick(random, rows)
  const least = pick(random, depths)
  const holds = (request: IncomingRequest): boolean =>
    valuesAt(request, pointer).some((value) => depthOf(value) >= least)
  return { class: 'depth', words: `${pointer} has at least ${least} ${unit}`, holds }
}

function depthOfSchema(schema: unknown): number {
  if (!isObject(schema)) return 0
  const inner = isObject(schema['properties']) ? Object.values(schema['properties']) : []
  return 1 + Math.max(0, ...[...inner, schema['items']].map(depthOfSchema))
}

/** Returns the number of nested objects and lists. */
function depthOfData(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOfData))
}

function schema(pointer: string): Row {
  return { pointer, depthOf: depthOfSchema, least: [3, 4], unit: 'levels of schemas' }
}

function data(pointer: string): Row {
  return { pointer, depthOf: depthOfData, least: [2, 3], unit: 'levels of data' }
}

function turns(pointer: string): Row {
  return { pointer, depthOf: (value) => itemsOf(value).length, least: [5, 9], unit: 'turns' }
}

const table: Readonly<Record<OperationKind, readonly Row[]>> = {
  images: [],
  usage: [],
  messages: [
    turns('/body/messages'),
    schema('/body/tools/*/input_schema'),
    schema('/body/tools/*/input_schema'),
    data('/body/messages/*/content/*/input'),
  ],
  content: [
    turns('/body/contents'),
    schema('/body/tools/*/functionDeclarations/*/parameters'),
    schema('/body/generationConfig/responseSchema'),
    data('/body/contents/*/parts/*/functionCall/args'),
    data('/body/contents/*/parts/*/functionResponse/response'),
  ],
}
