import { type Constraint, type Violation, validate } from '../../../schemas/index.ts'
import { isObject } from '../../../schemas/json.ts'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import { isPlainlyValid, type Observation } from '../../core/model/observation.ts'
import type { Exclusions, Operation, RequestValue } from '../../core/model/operation.ts'
import type { ItemCoverage, ItemShare } from '../../core/model/report.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { itemIndexOf, pairOf } from '../generate/items.ts'
import { type FeatureUse, type Possible, possibleItems, problemsOf } from '../generate/possible.ts'
import { ownChecks } from '../plan/schema/checks.ts'
import { isOfType } from '../plan/schema/json.ts'
import { documentLanguage, type Language } from '../plan/schema/language.ts'
import { type Condition, type SchemaView, sitesOf } from '../plan/schema/view.ts'

/** The coverage of one operation's request schema by its requests. */
export interface Exercised {
  readonly constraints: ConstraintCoverage
  readonly items: MeasuredCoverage
}

/**
 * Collects how far answered requests cover the request schemas. A valid request satisfies constraints, and one that
 * violates a single requirement violates them (interpretation G8). The responses do not matter here. The result depends
 * only on the set of exchanges, not on their order. Keeps no requests.
 */
export interface Coverage {
  add(seen: Observation): void
  /** Returns the coverage by operation. Operations without a request schema or without responses are left out. */
  exercised(): ReadonlyMap<Endpoint, Exercised>
}

export function startCoverage(): Coverage {
  const operations = new Map<Endpoint, Exercised>()
  const exercisedBy = ({ id: endpoint, exclusions }: Operation, schema: string): Exercised => {
    const known = operations.get(endpoint)
    if (known !== undefined) return known
    const fresh = { constraints: startConstraints(schema), items: startMeasuring(schema, exclusions) }
    operations.set(endpoint, fresh)
    return fresh
  }
  return {
    add: (seen) => {
      const { operation, request, status } = seen
      if (operation.schemas.request === undefined || status === undefined) return
      const { constraints, items } = exercisedBy(operation, operation.schemas.request)
      if (isPlainlyValid(seen)) {
        constraints.meet(request.value)
        items.add(request.value)
      } else if (breaksOneRequirement(request)) constraints.break(request.violations)
    },
    exercised: () => operations,
  }
}

function breaksOneRequirement({ violations: [first, ...others], credential }: Observation['request']): boolean {
  if (credential.kind !== 'valid' || first?.requirement === undefined) return false
  return others.every(({ requirement }) => requirement === first.requirement)
}

/**
 * Counts the constraints that requests satisfy and violate, and the items of each operation that they cover, before any
 * request is sent.
 */
export function coverageOfRequests(operations: readonly Operation[], requests: readonly RecordedRequest[]) {
  const counts = { all: 0, valid: 0, violating: 0 }
  const items: (ItemCoverage & { readonly endpoint: Endpoint })[] = []
  for (const operation of operations) {
    const own = requests.filter(operation.matches)
    const { request: schema } = operation.schemas
    if (schema === undefined || own.length === 0) continue
    const covered = startConstraints(schema)
    const measured = startMeasuring(schema, operation.exclusions)
    for (const request of own) {
      const value = operation.read(request)
      const { violations, open } = validate(schema, value)
      if (violations.length > 0) covered.break(violations)
      else if (open.length === 0) {
        covered.meet(value)
        measured.add(value)
      }
    }
    const { constraints, isMet, isBroken } = covered
    counts.all += constraints.length
    counts.valid += constraints.filter(isMet).length
    counts.violating += constraints.filter(isBroken).length
    items.push({ endpoint: operation.id, ...measured.covered() })
  }
  return { constraints: counts, items }
}

/** The items that valid requests of one operation cover. */
interface MeasuredCoverage {
  add(value: RequestValue): void
  covered(): ItemCoverage
}

export function startMeasuring(schema: string, exclusions: Exclusions = {}): MeasuredCoverage {
  const index = itemIndexOf(documentLanguage.view(schema))
  const features = new Set<number>()
  const others = new Set<number>()
  const pairs = new Set<string>()
  return {
    add: (value) => {
      const items = index.itemsOf(value)
      for (const item of [...items.values, ...items.others]) others.add(item)
      for (const item of items.features) features.add(item)
      for (const pair of pairsOf(items.features.map(index.nameOfFeature))) pairs.add(pair)
    },
    covered: () => {
      const possible = possibleItems(documentLanguage, schema, exclusions)
      const met = new Set([...others].map(index.nameOf))
      const all = possible.values.size + possible.counts.size
      const listed = [share(possible.values.keys(), met), share(possible.counts.keys(), met)] as const
      return {
        features: share(possible.features.keys(), new Set([...features].map(index.nameOfFeature))),
        values: listed[0],
        counts: listed[1],
        pairs: pairShare(schema, possible, exclusions, pairs),
        unbounded: others.size - (all - listed[0].left.length - listed[1].left.length),
      }
    },
  }
}

export function pairsOf(features: Iterable<string>): readonly string[] {
  const all = [...features]
  return all.flatMap((one, index) => all.slice(index + 1).map((other) => pairOf(one, other)))
}

function share(possible: Iterable<string>, met: ReadonlySet<string>): ItemShare {
  const all = [...possible]
  const left = all.filter((item) => !met.has(item)).sort()
  return { all: all.length, covered: all.length - left.length, left }
}

/** The pairs of features that were checked for whether they can occur together, by schema. */
const checkedPairs = new Map<string, boolean>()

/** Returns the share of covered pairs. A pair that occurred is possible, so only the others are checked. */
function pairShare(schema: string, possible: Possible, exclusions: Exclusions, met: ReadonlySet<string>): ItemShare {
  const all = pairsOf(possible.features.keys())
  const left = all.filter((pair) => {
    if (met.has(pair)) return false
    const key = `${schema} ${pair}`
    const [one = '', other = ''] = pair.split(' + ')
    const isPossible =
      checkedPairs.get(key) ?? canOccurTogether(documentLanguage, schema, { ...possible, exclusions }, [one, other])
    checkedPairs.set(key, isPossible)
    return isPossible
  })
  const covered = all.filter((pair) => met.has(pair)).length
  return { all: covered + left.length, covered, left }
}

/**
 * Returns whether two features can occur together in a request of a schema. Asks the validator if the schema does not
 * decide it.
 */
export function canOccurTogether(
  language: Language,
  schema: string,
  { features, exclusions = {} }: Pick<Possible, 'features'> & { readonly exclusions?: Exclusions },
  [one, other]: readonly [string, string],
): boolean {
  if (exclusions.together?.some(([a, b]) => (a.test(one) && b.test(other)) || (a.test(other) && b.test(one))))
    return false
  if (one.startsWith(`${other}/`) || other.startsWith(`${one}/`)) return true
  const others = features.get(other) ?? []
  return (features.get(one) ?? []).some((way) => others.some((beside) => isPossible(language, schema, way, beside)))
}

/** The greatest depth of lists whose first items are merged rather than kept separate. */
const deepestMerge = 2

/**
 * Returns whether two uses together have no problem that neither has alone. A problem alone is allowed, since rules may
 * require further features.
 */
function isPossible(language: Language, schema: string, one: FeatureUse, other: FeatureUse): boolean {
  for (const [place, choice] of one.choices) if ((other.choices.get(place) ?? choice) !== choice) return false
  const alone = new Set([one, other].flatMap(({ value }) => problemsOf(language, schema, value)))
  for (let depth = 0; depth <= deepestMerge; depth += 1) {
    const both = merged(one.value, other.value, depth)
    if (problemsOf(language, schema, both).every((problem) => alone.has(problem))) return true
  }
  return false
}

function merged(one: unknown, other: unknown, depth: number): unknown {
  if (Array.isArray(one) && Array.isArray(other))
    return depth === 0 ? [...one, ...other] : [merged(one[0], other[0], depth - 1)]
  if (!isObject(one) || !isObject(other)) return other
  const names = Object.keys(other).map((name) => [
    name,
    name in one ? merged(one[name], other[name], depth) : other[name],
  ])
  return { ...one, ...Object.fromEntries(names) }
}

/** The constraints of a request schema that values have satisfied, and those that values have violated. */
export interface ConstraintCoverage {
  readonly constraints: readonly Constraint[]
  /** Records the constraints that a valid value satisfies. */
  meet(value: unknown): void
  break(violations: readonly Violation[]): void
  isMet(constraint: Constraint): boolean
  isBroken(constraint: Constraint): boolean
}

export function startConstraints(name: string): ConstraintCoverage {
  const root = documentLanguage.view(name)
  const views = [...describing(root)]
  const forbidden = new Map(views.map((view) => [view, forbiddenBy(view)]))
  const met = new Set<string>()
  const broken = new Set<string>()
  return {
    constraints: views.flatMap(({ constraints }) => constraints),
    meet: (value) => {
      for (const { value: at, views: speaking } of sitesOf(root, value))
        for (const view of speaking) {
          for (const constraint of view.constraints)
            if (constraint.about === undefined || isOfType(at, constraint.about)) met.add(constraintName(constraint))
          // A valid value avoids what the other side of a condition forbids.
          const { condition } = view
          if (condition === undefined) continue
          const avoided = condition.when.fits(at) ? 'otherwise' : 'follows'
          for (const constraint of forbidden.get(view)?.[avoided] ?? []) met.add(constraintName(constraint))
        }
    },
    break: (violations) => {
      for (const { place, keyword } of violations) broken.add(`${place} ${keyword}`)
    },
    isMet: (constraint) => met.has(constraintName(constraint)),
    isBroken: (constraint) => broken.has(constraintName(constraint)),
  }
}

/** Returns the name of a constraint, which is unique among all schemas. */
export function constraintName({ place, keyword }: Pick<Constraint, 'place' | 'keyword'>): string {
  return `${place} ${keyword}`
}

/** Yields the subschemas that describe values, each once: all that are reachable, except the conditions. */
function* describing(view: SchemaView, met: Set<SchemaView> = new Set()): Generator<SchemaView> {
  if (met.has(view)) return
  met.add(view)
  yield view
  const { reference, allOf, choice, condition, properties, others, items } = view
  const beside = [reference, ...allOf, ...(choice?.branches ?? []), condition?.follows, condition?.otherwise]
  for (const part of [...beside, ...properties.values(), others, items])
    if (part !== undefined) yield* describing(part, met)
}

type Side = 'follows' | 'otherwise'

/**
 * Returns the unsatisfiable constraints of the `then` and the `else` of a condition. Schemas express rejections in this
 * way: no value that selects the `then` can satisfy its constraint, and the same holds for the `else`. Detects this
 * only if condition and constraint list values or name types for the same place. Otherwise it assumes that some value
 * satisfies the constraint.
 */
function forbiddenBy({ condition }: SchemaView): Readonly<Record<Side, readonly Constraint[]>> {
  if (condition === undefined) return { follows: [], otherwise: [] }
  return { follows: forbiddenOn(condition, 'follows'), otherwise: forbiddenOn(condition, 'otherwise') }
}

function forbiddenOn(condition: Condition, side: Side): readonly Constraint[] {
  const consequence = condition[side]
  return consequence === undefined ? [] : [...forbidden(condition.when, consequence, side)]
}

/** Yields the constraints of a consequence that `when` makes unsatisfiable. `when` is absent if it says nothing here. */
function* forbidden(when: SchemaView | undefined, consequence: SchemaView, side: Side): Generator<Constraint> {
  const excludes = side === 'follows' ? excludesWhatMeets : excludesWhatDoesNotMeet
  for (const constraint of consequence.constraints)
    if (when !== undefined && excludes(when, consequence, constraint.keyword)) yield constraint
  for (const part of consequence.allOf) yield* forbidden(when, part, side)
  const { condition } = consequence
  for (const inner of ['follows', 'otherwise'] as const) {
    const next = condition?.[inner]
    if (condition === undefined || next === undefined) continue
    yield* forbidden(when, next, side)
    yield* forbidden(condition.when, next, inner)
  }
  for (const [name, inner] of consequence.properties) yield* forbidden(when?.properties.get(name), inner, side)
  if (consequence.items !== undefined) yield* forbidden(when?.items, consequence.items, side)
}

/** Returns whether no listed value meets the condition and satisfies the keyword. */
function excludesWhatMeets(when: SchemaView, { schema }: SchemaView, keyword: string): boolean {
  const satisfies = satisfying(schema, keyword)
  const selected = valuesOf(when.schema)
  if (selected !== undefined) return !selected.some(satisfies)
  const allowed = valuesOf({ [keyword]: schema[keyword] })
  if (allowed !== undefined) return !allowed.some(when.fits)
  const types = [when.schema['type']].flat().filter((type) => type !== undefined)
  return keyword === 'type' && types.length > 0 && !types.some((type) => [schema['type']].flat().includes(type))
}

/** Returns whether all values that satisfy the keyword meet the condition. */
function excludesWhatDoesNotMeet(when: SchemaView, { schema }: SchemaView, keyword: string): boolean {
  const allowed = valuesOf({ [keyword]: schema[keyword] })
  if (allowed === undefined || Object.keys(when.schema).length === 0) return false
  return allowed.every(when.fits)
}

function satisfying(schema: SchemaView['schema'], keyword: string): (value: unknown) => boolean {
  const checks = ownChecks({ [keyword]: schema[keyword] })
  return (value) => checks.every((check) => check(value))
}

function valuesOf(schema: SchemaView['schema']): readonly unknown[] | undefined {
  return 'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined)
}
