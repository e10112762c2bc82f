import type { Members } from '../../../schemas/json.ts'
import { below, get } from '../../../schemas/json-pointer.ts'
import type { NamedMember, Operation, RequestValue } from '../../core/model/operation.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { invalidRequestInWords, placeInWords } from '../../engine/judge/invalid-request-in-words.ts'
import { namedMembersOf, withMembers } from '../../engine/plan/named-members.ts'
import { isSame } from '../../engine/plan/schema/json.ts'
import { documentLanguage } from '../../engine/plan/schema/language.ts'
import { send } from '../../engine/plan/subject.ts'
import type { LoadedConfig } from './config.ts'
import { type FileProblem, reject } from './problem.ts'

/** The members that a target needs in every request of an operation, each with its path in the body. */
export type RequestMembers = ReadonlyMap<Endpoint, readonly NamedMember[]>

/**
 * Reads `requests:` of a config. Throws a `UsageError` if its members make the plain request of an operation invalid.
 */
export function requestMembersOf(loaded: LoadedConfig | undefined, catalogue: Catalogue): RequestMembers {
  const requests: Partial<Readonly<Record<Endpoint, { readonly body?: Members }>>> = loaded?.config.requests ?? {}
  const found = catalogue.operations.flatMap((operation) => {
    const body = requests[operation.id]?.body
    const plain = catalogue.templates.find((template) => template.operation === operation.id)?.value
    return body === undefined || plain === undefined ? [] : [{ operation, plain, members: namedMembersOf(body) }]
  })
  const problems = found.flatMap(({ operation, plain, members }) => problemsOf(operation, plain, members))
  if (loaded !== undefined) reject(problems, loaded)
  return new Map(found.map(({ operation, members }) => [operation.id, members]))
}

function problemsOf(
  operation: Operation,
  plain: RequestValue,
  members: readonly NamedMember[],
): readonly FileProblem[] {
  const named = members.filter(
    (member) => get(plain, pointerTo(member.path)) !== undefined && !hasInner(member, members),
  )
  const problems =
    named.length > 0
      ? named.map(({ path }) => alreadyNamed(path))
      : invalid(operation, { ...plain, body: withMembers(plain.body, members) })
  return problems.map(({ pointer, text }) => ({
    pointer: below('/requests', operation.id) + pointer,
    text: `requests.${operation.id}: ${text}`,
  }))
}

function alreadyNamed(path: readonly string[]): FileProblem {
  const pointer = pointerTo(path)
  const remedy = path[0] === 'model' ? 'name the model under models: instead' : 'leave it out'
  return { pointer, text: `the plain request has ${placeInWords(pointer)} already; ${remedy}` }
}

function hasInner({ path }: NamedMember, members: readonly NamedMember[]): boolean {
  return members.some((other) => other.path.length > path.length && path.every((step, at) => other.path[at] === step))
}

/** Returns the pointer to a member in a plain request, whose lists have one item each. */
function pointerTo(path: readonly string[]): string {
  return path.reduce((pointer, step) => below(pointer, step === '*' ? 0 : step), '/body')
}

function invalid(operation: Operation, value: RequestValue): readonly FileProblem[] {
  const { request } = operation.schemas
  const { violations, open } =
    request === undefined ? { violations: [], open: [] } : documentLanguage.validate(request, value)
  if (violations.length > 0)
    return violations.map((violation) => {
      const { what, allowed } = invalidRequestInWords([violation])
      return {
        pointer: violation.pointer,
        text: `${[what, allowed].filter(Boolean).join('; ')}; correct it or leave it out`,
      }
    })
  if (open.length > 0)
    return open.map(({ pointer }) => ({
      pointer,
      text: `the specification leaves ${placeInWords(pointer)} open, so no request with it could be judged; leave it out`,
    }))
  const sent = send(operation, value)
  if (sent === undefined || !isSame(sent.value, value))
    return [{ pointer: '/body', text: 'these members cannot be sent in a form; give texts and numbers' }]
  return operation.matches(sent.request)
    ? []
    : [{ pointer: '/body', text: 'these members make it a request of another operation; leave them out' }]
}
