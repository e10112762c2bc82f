import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { below, get, parentOf, stepsOf } from './json-pointer.ts'
import { listedTags, listedTypes, listedValues } from './listed-values.ts'
import type { JsonSchema } from './load.ts'
import { messageOf, predicateOf } from './message-of.ts'
import { packageFile } from './package-root.ts'
import { memberPlace, schemaAt } from './places.ts'
import { missingIn, violatedRequirement } from './requirement-of.ts'
import { rules } from './rules.ts'
import type { OpenSite, Use, Validation, Violation } from './validation.ts'

const require = createRequire(packageFile('schemas/compiled/'))
const validators = new Map<string, ValidateFunction>()

/** The maximum number of reported violations of one value, which bounds memory. */
export const mostViolations = 10_000

/**
 * Validates a value against the schema `name`. Returns all violations with their requirements, the unspecified places,
 * the features that the value uses, and the requirements that apply to it. Throws if the schema does not exist.
 */
export function validate(name: string, value: unknown): Validation {
  const check = validatorOf(name)
  const notes = newNotes()
  check.call(notes, value)
  const errors = check.errors ?? []
  check.errors = null
  const violations = violationsIn(errors)
  const all = [
    ...(name.endsWith('request') ? withMissingForNull(violations, check, value) : violations),
    ...notes.broken,
  ]
  // If violations were dropped, the value may violate any of the other requirements.
  const spoken = errors.length < mostViolations ? notes.spoken : new Set<string>()
  for (const { requirement } of all) if (requirement !== undefined) spoken.add(requirement)
  return { violations: all, open: notes.open, uses: notes.uses, spoken }
}

function violationsIn(errors: readonly ErrorObject[]): readonly Violation[] {
  return errors.slice(0, mostViolations).filter(isOwnWord).map(inDocuments).map(asViolation)
}

/** Replaces what is wrong with a null by its absence, where the member is required (interpretation G16). */
function withMissingForNull(
  violations: readonly Violation[],
  check: ValidateFunction,
  value: unknown,
): readonly Violation[] {
  const nulls = violations.map(({ pointer }) => pointer).filter((pointer) => isNullMember(value, pointer))
  if (nulls.length === 0) return violations
  const rest = structuredClone(value)
  for (const pointer of nulls) delete (get(rest, parentOf(pointer)) as Record<string, unknown>)[lastStep(pointer)]
  check.call(newNotes(), rest)
  const missing = violationsIn((check.errors ?? []).filter(({ keyword }) => keyword === 'required'))
  check.errors = null
  // A schema may name the absence itself, as that of prompts does. That violation stays.
  const isSaid = ({ pointer, requirement }: Violation): boolean =>
    violations.some((one) => one.pointer === pointer && one.requirement === requirement)
  const own = missing.filter((one) => nulls.includes(one.pointer) && !isSaid(one))
  const others = violations.filter(({ pointer }) => !own.some((one) => one.pointer === pointer))
  return [...others, ...own.map((one) => ({ ...one, actual: null }))]
}

/** A body that is null is there, so only its members count. */
function isNullMember(value: unknown, pointer: string): boolean {
  return stepsOf(pointer).length > 1 && get(value, pointer) === null && !Array.isArray(get(value, parentOf(pointer)))
}

function lastStep(pointer: string): string {
  return stepsOf(pointer).at(-1) ?? ''
}

/** Loads validators before their first use. */
export function loadValidators(names: Iterable<string>): void {
  for (const name of names) validatorOf(name)
}

/**
 * Returns the validator of a schema. The build compiles the validators of each folder into one module
 * (`schemas/build`), which is loaded on first use.
 */
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

/**
 * Returns whether an error is not a repetition. `if` only repeats the errors of its `then` and `else`, and
 * `propertyNames` those on the name of a member.
 */
function isOwnWord(error: ErrorObject): boolean {
  return error.keyword !== 'if' && error.propertyName === undefined
}

/** An error with its place. Validators contain copies of the schemas in which places are marked. */
interface PlacedError extends ErrorObject {
  readonly place: string
  readonly parentSchema: JsonSchema
}

function inDocuments(error: ErrorObject): PlacedError {
  const place = String((error.parentSchema as JsonSchema)['x-place'])
  return { ...error, place, parentSchema: schemaAt(place) }
}

function asViolation(error: PlacedError): Violation {
  const requirement = violatedRequirement(error)
  const pointer = pointerOf(error)
  const [predicate, bound] = [predicateOf(error), boundOf(error)]
  return {
    pointer,
    keyword: error.keyword,
    place: placeIn(error),
    message: messageOf(error, pointer),
    predicate,
    bound,
    expected: expectedBy(error),
    actual: error.keyword === 'required' ? undefined : error.data,
    requirement,
  }
}

function placeIn({ keyword, place, parentSchema, params }: PlacedError): string {
  return keyword === 'required' ? memberPlace(parentSchema, missingIn(params)) : place
}

/** The error parameter that contains the name of the member. */
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
  if (keyword === 'discriminator') return listedTags(parentSchema, String(params['tag']), place)
  if (keyword === 'type') return typesIn(listedTypes(schema, place))
  if (keyword === 'const' || keyword === 'format') return schema
  return `${keyword} ${boundOf(error)}`
}

/** Returns a single type without a list, as schemas write it. */
function typesIn(types: readonly unknown[]): unknown {
  return types.length === 1 ? types[0] : types
}

const unbounded: ReadonlySet<string> = new Set(['enum', 'required', 'discriminator', 'type', 'const', 'format'])

function boundOf({ keyword, schema }: ErrorObject): string | undefined {
  return unbounded.has(keyword) ? undefined : JSON.stringify(schema)
}

/** The notes of annotations during one validation. They are the `this` of compiled validators. */
interface Notes {
  readonly open: OpenSite[]
  readonly uses: Use[]
  readonly broken: Violation[]
  readonly spoken: Set<string>
  /** Applies the rule that a schema at `place` names to the value at `pointer`. */
  rule(name: string, place: string, value: unknown, pointer: string): void
}

export function newNotes(): Notes {
  return { open: [], uses: [], broken: [], spoken: new Set(), rule: noteFindings }
}

function noteFindings(this: Notes, name: string, place: string, value: unknown, base: string): void {
  for (const { pointer, open, accepts, ...finding } of rules[name]!(value)) {
    const at = base + pointer
    if (accepts !== undefined) this.uses.push({ requirement: accepts, pointer: at })
    else if (open !== undefined) this.open.push({ pointer: at, interpretation: open })
    else this.broken.push({ pointer: at, keyword: name, place, ...finding })
  }
}
