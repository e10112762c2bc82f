import type { ExchangeRequirement, Requirement, TranscriptRequirement } from '../../core/model/requirement.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { dimensions, endpoints, levels } from '../../core/model/vocabulary.ts'
import { UsageError } from '../../core/text/usage-error.ts'

/** The optional members. By default, a custom requirement reads the response and has the level `stated`. */
type Usual = 'dimension' | 'level' | 'needs' | 'section' | 'appliesTo'

type Optional<T, Keys extends PropertyKey> = Omit<T, Keys> & Partial<Pick<T, Keys & keyof T>>

/** The definition of a requirement on a single exchange. */
export type ExchangeSpec = Optional<Omit<ExchangeRequirement, 'kind'>, Usual>

/** The definition of a requirement on all exchanges of a run. */
export type TranscriptSpec<Fact> = Optional<Omit<TranscriptRequirement<string, Fact>, 'kind'>, Usual>

/**
 * Creates a custom requirement. `check` yields a finding for each violation, and depends only on the exchange.
 * `appliesTo` selects the exchanges to check, by default all of its operations. With `collect`, it checks all exchanges
 * of a run together. Load it with `--plugin FILE` or with `plugins:` in the config, or pass it to `certify`.
 *
 * @throws {UsageError} if the definition is invalid.
 *
 * @example
 * export default defineRequirement({
 *   id: 'acme.request-id',
 *   endpoint: 'messages.create',
 *   statement: 'Every response has the header x-request-id.',
 *   *check({ exchange }) {
 *     const names = exchange.response?.headers.map(([name]) => name.toLowerCase()) ?? []
 *     if (!names.includes('x-request-id')) yield { message: 'the header x-request-id is missing' }
 *   },
 * })
 */
export function defineRequirement<Fact>(spec: TranscriptSpec<Fact>): Requirement
export function defineRequirement(spec: ExchangeSpec): Requirement
export function defineRequirement(spec: ExchangeSpec | TranscriptSpec<unknown>): Requirement {
  assertWellFormed(spec)
  const section = spec.section ?? spec.id.slice(0, spec.id.indexOf('.'))
  const usual = { section, dimension: 'field', level: 'stated', needs: ['response-body'] } as const
  if ('collect' in spec) return { ...usual, ...spec, kind: 'transcript' }
  return { ...usual, appliesTo: hasResponse, ...spec, kind: 'exchange' }
}

function hasResponse({ exchange }: Parameters<NonNullable<ExchangeRequirement['appliesTo']>>[0]): boolean {
  return exchange.response !== null
}

/** The allowed values of some members. */
const words = { endpoint: endpoints, dimension: dimensions, level: levels } as const

/** Throws a `UsageError` if a definition is invalid. Authors may write plain JavaScript, which no compiler checks. */
function assertWellFormed(spec: ExchangeSpec | TranscriptSpec<unknown>): void {
  const { id, statement, check } = spec as Partial<ExchangeSpec>
  if (typeof id !== 'string' || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(id))
    throw new UsageError(
      `the requirement id ${JSON.stringify(id) ?? 'undefined'} needs a lower-case prefix and a dot, such as acme.request-id`,
    )
  if (typeof statement !== 'string' || statement === '')
    throw new UsageError(`${id}: statement is missing; write one sentence: what a conforming target does`)
  if (typeof check !== 'function')
    throw new UsageError(`${id}: check is missing; write a function that yields findings`)
  for (const [member, allowed] of Object.entries(words)) {
    const value = (spec as unknown as Record<string, unknown>)[member]
    if (member !== 'endpoint' && value === undefined) continue
    if (!(allowed as readonly unknown[]).includes(value))
      throw new UsageError(
        `${id}: ${member} ${JSON.stringify(value) ?? 'undefined'} is not one of ${allowed.join(', ')}`,
      )
  }
}

/** Returns the catalogue with additional requirements. Throws a `UsageError` if an id already exists. */
export function withRequirements(catalogue: Catalogue, own: readonly Requirement[]): Catalogue {
  if (own.length === 0) return catalogue
  const known = new Set(catalogue.requirements.map(({ id }) => id))
  const areas = new Set([...known].map(prefixOf))
  for (const { id } of own) {
    if (known.has(id)) throw new UsageError(`the requirement ${id} is defined twice; give each its own id`)
    if (areas.has(prefixOf(id)))
      throw new UsageError(`the requirement id ${id} begins with a prefix of this suite; use your own prefix`)
    known.add(id)
  }
  return { ...catalogue, requirements: [...catalogue.requirements, ...own.map(withOrigin)] }
}

function withOrigin(own: Requirement): Requirement {
  return { addedBy: 'the option `requirements`', ...own }
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}
