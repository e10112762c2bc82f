import { createHash } from 'node:crypto'
import type { SchemaNode, Validation } from '../../schemas/index.ts'
import type { RecordedRequest } from '../model/exchange.ts'
import type { Operation, RequestValue, Template } from '../model/operation.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Capability } from '../model/vocabulary.ts'
import { isSame } from './schema/json.ts'
import { isSound, type Language } from './schema/language.ts'
import { assertUnderstood } from './schema/subschemas.ts'

/** An operation together with all that is needed to make requests for it. */
export interface Subject {
  readonly language: Language
  readonly operation: Operation
  /** The root of the request schema; absent for an operation that takes nothing. */
  readonly root: SchemaNode | undefined
  /** The templates whose abilities the target has. */
  readonly templates: readonly Template[]
  /** The requirements that speak about this operation, by id. */
  readonly requirements: ReadonlyMap<string, Requirement>
  /** The abilities the vendor declares absent. */
  readonly unsupported: ReadonlySet<Capability>
  /** The results of earlier validations: planning proposes most values several times. */
  readonly known: Map<string, Validation>
}

/** Gathers what concerns one operation. Throws when its schema says something that generating does not understand. */
export function subjectOf(
  language: Language,
  operation: Operation,
  catalogue: { readonly templates: readonly Template[]; readonly requirements: readonly Requirement[] },
  unsupported: ReadonlySet<Capability>,
): Subject {
  const { request } = operation.schemas
  const root = request === undefined ? undefined : language.root(request)
  if (root !== undefined) assertUnderstood(language, root)
  const speaks = ({ endpoint, alsoOn }: Requirement) => endpoint === operation.id || alsoOn?.includes(operation.id)
  const templates = catalogue.templates.filter(
    (template) => template.operation === operation.id && !template.capabilities?.some((one) => unsupported.has(one)),
  )
  const requirements = new Map(catalogue.requirements.filter(speaks).map((one) => [one.id, one]))
  return { language, operation, root, templates, requirements, unsupported, known: new Map() }
}

/** Validates a value by the request schema. */
export function say({ language, operation, known }: Subject, value: RequestValue): Validation {
  const { request } = operation.schemas
  if (request === undefined) return { violations: [], open: [], uses: [], spoken: [] }
  const text = JSON.stringify(value)
  const found = known.get(text) ?? language.validate(request, value)
  known.set(text, found)
  return found
}

/** A request that is certainly valid, and faithful on the wire. */
export interface Proved extends Sent {
  readonly uses: readonly string[]
}

/**
 * Proves that a value makes a request that has to be accepted: it breaks nothing, leaves nothing open, says the same
 * on the wire, and needs no ability that the vendor declares absent.
 */
export function prove(subject: Subject, value: RequestValue): Proved | undefined {
  const said = say(subject, value)
  if (!isSound(said)) return undefined
  const uses = [...new Set(said.uses.map(({ requirement }) => requirement))]
  if (uses.some((id) => isDeclaredAbsent(subject, id))) return undefined
  const sent = sendFaithfully(subject.operation, value)
  return sent !== undefined && subject.operation.matches(sent.request) ? { ...sent, uses } : undefined
}

/** Returns whether a requirement needs an ability that the vendor declares absent. */
export function isDeclaredAbsent({ requirements, unsupported }: Subject, id: string): boolean {
  const capability = requirements.get(id)?.capability
  return capability !== undefined && unsupported.has(capability)
}

/** A request together with what its bytes say when they are read again. */
export interface Sent {
  readonly request: RecordedRequest
  readonly value: RequestValue
}

/** Writes a value and reads it back. `undefined` when it cannot be written: a file that cannot exist, say. */
export function send(operation: Operation, value: RequestValue): Sent | undefined {
  try {
    const request = operation.write(value)
    return { request, value: operation.read(request) }
  } catch {
    return undefined
  }
}

/** Writes a value, provided that the bytes say the same as the value. */
function sendFaithfully(operation: Operation, value: RequestValue): Sent | undefined {
  const sent = send(operation, value)
  return sent !== undefined && isSame(sent.value, value) ? sent : undefined
}

/** A digest that two requests share exactly when the same bytes travel. */
export function digestOf({ method, path, headers, body }: RecordedRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, headers]))
    .update(body)
    .digest('base64')
}
