import { createHash } from 'node:crypto'
import { emptyValidation, type Validation } from '../../../schemas/index.ts'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation, RequestValue, Template } from '../../core/model/operation.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import type { Capability } from '../../core/model/vocabulary.ts'
import { isSame } from './schema/json.ts'
import { isSound, type Language } from './schema/language.ts'
import { assertUnderstood } from './schema/understood.ts'
import type { SchemaView } from './schema/view.ts'

/** An operation with everything that is needed to make requests for it. */
export interface Subject {
  readonly language: Language
  readonly operation: Operation
  /** The root of the request schema; absent for an operation without parameters. */
  readonly root: SchemaView | undefined
  /** The templates whose capabilities the target has. */
  readonly templates: readonly Template[]
  /** The requirements on this operation, by id. */
  readonly requirements: ReadonlyMap<string, Requirement>
  /** The capabilities that the vendor declares absent. */
  readonly unsupported: ReadonlySet<Capability>
  /** The cached results of validations: planning proposes most values several times. */
  readonly known: Map<string, Validation>
}

/**
 * Creates the subject of one operation. Throws if its schema contains something that generation does not understand.
 */
export function subjectOf(
  language: Language,
  operation: Operation,
  catalogue: { readonly templates: readonly Template[]; readonly requirements: readonly Requirement[] },
  unsupported: ReadonlySet<Capability>,
): Subject {
  const { request } = operation.schemas
  const root = request === undefined ? undefined : language.view(request)
  if (root !== undefined) assertUnderstood(root)
  const speaks = ({ endpoint, alsoOn }: Requirement) => endpoint === operation.id || alsoOn?.includes(operation.id)
  const templates = catalogue.templates.filter(
    (template) => template.operation === operation.id && !template.capabilities?.some((one) => unsupported.has(one)),
  )
  const requirements = new Map(catalogue.requirements.filter(speaks).map((one) => [one.id, one]))
  return { language, operation, root, templates, requirements, unsupported, known: new Map() }
}

export function validateRequestValue({ language, operation, known }: Subject, value: RequestValue): Validation {
  const { request } = operation.schemas
  if (request === undefined) return emptyValidation
  const text = JSON.stringify(value)
  const found = known.get(text) ?? language.validate(request, value)
  known.set(text, found)
  return found
}

/** A request that is certainly valid, and whose bytes represent its value exactly. */
export interface Proved extends Sent {
  readonly uses: readonly string[]
}

/**
 * Returns the request of a value if it should be accepted: it is valid and specified, its bytes represent the value,
 * and it needs no capability that the vendor declares absent. Otherwise returns `undefined`.
 */
export function prove(subject: Subject, value: RequestValue): Proved | undefined {
  const said = validateRequestValue(subject, value)
  if (!isSound(said)) return undefined
  const uses = [...new Set(said.uses.map(({ requirement }) => requirement))]
  if (uses.some((id) => isNotDrawn(subject, id))) return undefined
  const sent = sendFaithfully(subject.operation, value)
  return sent !== undefined && subject.operation.matches(sent.request) ? { ...sent, uses } : undefined
}

/**
 * Returns whether no valid request may use a feature: the vendor declares it absent, or it is not in the edition of the run.
 * A gateway may reject a newer feature, and with it a request that tests others.
 */
export function isNotDrawn(subject: Subject, id: string): boolean {
  return isDeclaredAbsent(subject, id) || subject.requirements.get(id)?.notInEdition !== undefined
}

/** Returns whether a requirement needs a capability that the vendor declares absent. */
export function isDeclaredAbsent({ requirements, unsupported }: Subject, id: string): boolean {
  const capability = requirements.get(id)?.capability
  return capability !== undefined && unsupported.has(capability)
}

/** A request, and the value that its bytes represent. */
export interface Sent {
  readonly request: RecordedRequest
  readonly value: RequestValue
}

/** Writes a value and reads it back. Returns `undefined` if it cannot be written, such as a file that cannot exist. */
export function send(operation: Operation, value: RequestValue): Sent | undefined {
  try {
    const request = operation.write(value)
    return { request, value: operation.read(request) }
  } catch {
    return undefined
  }
}

/** Writes a value. Returns `undefined` if the bytes do not represent it exactly. */
function sendFaithfully(operation: Operation, value: RequestValue): Sent | undefined {
  const sent = send(operation, value)
  return sent !== undefined && isSame(sent.value, value) ? sent : undefined
}

/** Returns a digest of a request. Two requests share it if and only if their bytes are equal. */
export function digestOf({ method, path, headers, body }: RecordedRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, headers]))
    .update(body)
    .digest('base64')
}
