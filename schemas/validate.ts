import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { below } from './json-pointer.ts'
import { listedTypes, listedValues } from './listed-values.ts'
import type { JsonSchema } from './load.ts'
import { messageOf, predicateOf } from './message-of.ts'
import { newNotes } from './notes.ts'
import { packageFile } from './package-root.ts'
import { memberPlace, schemaAt } from './places.ts'
import { missingIn, requirementOf } from './requirement-of.ts'
import type { Validation, Violation } from './validation.ts'

const require = createRequire(packageFile('schemas/compiled/'))
const validators = new Map<string, ValidateFunction>()

/** So many violations of one message are told; what has more is broken beyond telling, and would cost memory without bound. */
export const mostViolations = 10_000

/**
 * What the schema `name` says about `value`: each violation with the requirement it breaks, the places left open,
 * the listed things the value makes use of, and the requirements it met. Throws when there is no such schema.
 */
export function validate(name: string, value: unknown): Validation {
  const check = validatorOf(name)
  const notes = newNotes()
  check.call(notes, value)
  const errors = check.errors ?? []
  check.errors = null
  const violations = errors.slice(0, mostViolations).filter(isOwnWord).map(inDocuments).map(asViolation)
  const all = [...violations, ...notes.broken]
  // Of the requirements that no kept violation breaks, nobody knows then whether the value keeps them.
  const spoken = errors.length < mostViolations ? notes.spoken : new Set<string>()
  for (const { requirement } of all) if (requirement !== undefined) spoken.add(requirement)
  return { violations: all, open: notes.open, uses: notes.uses, spoken }
}

/** Loads validators ahead of their first use. */
export function loadValidators(names: Iterable<string>): void {
  for (const name of names) validatorOf(name)
}

/** The build compiles the validators of each folder into one module (`schemas/build`); it is loaded once a value needs it. */
function validatorOf(name: string): ValidateFunction {
  const known = validators.get(name)
  if (known !== undefined) return known
  const [folder] = name.split('/')
  const compiled = require(`./${folder}.cjs`) as Readonly<Record<string, ValidateFunction | undefined>>
  const found = compiled[name]
  if (found === undefined) throw new Error(`there is no schema ${name}`)
  validators.set(name, found)
  return found
}

/** `if` only repeats what the errors of its `then` and `else` already say; of a member's name, `propertyNames` tells. */
function isOwnWord(error: ErrorObject): boolean {
  return error.keyword !== 'if' && error.propertyName === undefined
}

/** Validators hold copies of the schemas, marked with their places. */
interface PlacedError extends ErrorObject {
  readonly place: string
  readonly parentSchema: JsonSchema
}

function inDocuments(error: ErrorObject): PlacedError {
  const place = String((error.parentSchema as JsonSchema)['x-place'])
  return { ...error, place, parentSchema: schemaAt(place) }
}

function asViolation(error: PlacedError): Violation {
  const requirement = requirementOf(error)
  const pointer = pointerOf(error)
  const [predicate, bound] = [predicateOf(error), boundOf(error)]
  return {
    pointer,
    keyword: error.keyword,
    place: placeIn(error),
    message: messageOf(error, pointer),
    ...(predicate === undefined ? {} : { predicate }),
    ...(bound === undefined ? {} : { bound }),
    expected: expectedBy(error),
    actual: error.keyword === 'required' ? undefined : error.data,
    ...(requirement === undefined ? {} : { requirement }),
  }
}

function placeIn({ keyword, place, parentSchema, params }: PlacedError): string {
  return keyword === 'required' ? memberPlace(parentSchema, missingIn(params)) : place
}

/** The parameter in which an error about a member names the member. */
const memberNamedBy: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  discriminator: 'tag',
  additionalProperties: 'additionalProperty',
  propertyNames: 'propertyName',
  dependentRequired: 'property',
}

function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  const parameter = memberNamedBy[keyword]
  return parameter === undefined ? instancePath : below(instancePath, String(params[parameter]))
}

function expectedBy(error: PlacedError): unknown {
  const { keyword, schema, parentSchema, params, place } = error
  if (keyword === 'enum') return listedValues(schema as readonly unknown[], place)
  if (keyword === 'required') return 'present'
  if (keyword === 'discriminator') return tagsOf(parentSchema as JsonSchema, String(params['tag']))
  if (keyword === 'type') return typesIn(listedTypes(schema, place))
  if (keyword === 'const' || keyword === 'format') return schema
  return `${keyword} ${boundOf(error)}`
}

/** A schema writes a single type without a list. */
function typesIn(types: readonly unknown[]): unknown {
  return types.length === 1 ? types[0] : types
}

const unbounded: ReadonlySet<string> = new Set(['enum', 'required', 'discriminator', 'type', 'const', 'format'])

function boundOf({ keyword, schema }: ErrorObject): string | undefined {
  return unbounded.has(keyword) ? undefined : JSON.stringify(schema)
}

function tagsOf(schema: JsonSchema, tag: string): unknown {
  return `a known ${tag} of ${(schema['oneOf'] as unknown[] | undefined)?.length ?? 0} listed`
}
