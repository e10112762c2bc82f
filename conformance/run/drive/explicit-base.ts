import { type CredentialForm, credentialForms, inForm } from '../../model/credential.ts'
import type { RecordedRequest } from '../../model/exchange.ts'
import { isLetIn } from '../../model/observation.ts'
import type { NamedMember, Operation, RequestValue } from '../../model/operation.ts'
import type { Case } from '../../model/plan.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import type { Intent } from '../../model/why.ts'
import { withMembers } from '../../plan/named-members.ts'
import { isSame } from '../../plan/schema/json.ts'
import type { Language } from '../../plan/schema/language.ts'
import { send } from '../../plan/subject.ts'
import { type Answered, attempt } from './attempts.ts'
import type { Run } from './driver.ts'

/** The differences from the specification without which a target does not serve the plain request of an operation. */
export interface Adjustment {
  /** Optional members that have to be named. */
  readonly members: readonly NamedMember[]
  /** The form in which the key is accepted, where that is another than section 5 lists. */
  readonly form?: CredentialForm
  /** Set where members of the configuration are among them. */
  readonly isConfigured?: true
}

/** Adjustments by operation. */
export type Adjustments = ReadonlyMap<Endpoint, Adjustment>

/** The members under `requests:` in the configuration, by operation. */
export type ConfiguredMembers = ReadonlyMap<Endpoint, readonly NamedMember[]>

/** The most requests that look for what one operation's plain request has to name, and for the form of its key. */
export const mostExplicit = 16 + credentialForms.length

/**
 * Sends the plain request of each operation. Where one is not served, sends it again with its defaults named, each
 * alone and then all of them, then with the members of the configuration, and with both, until one is accepted. Of all
 * defaults those are left that are needed. All other requests of the operation name the rest then, so the rejected
 * plain request stays the one failure (interpretation G2).
 */
export async function findAdjustments(
  run: Run,
  plain: readonly Case[],
  { language, configured }: { readonly language: Language; readonly configured: ConfiguredMembers },
  send: (planned: Case) => Promise<Answered | undefined>,
): Promise<Adjustments> {
  const found = await Promise.all(
    plain.map(async (planned) => {
      const answered = await send(planned)
      const operation = run.operations.find(({ id }) => id === planned.operation)!
      if (answered?.responseClass === 'denied') {
        const form = await formAccepted(run, operation, planned)
        return form === undefined ? [] : [[planned.operation, { members: [], form }] as const]
      }
      if (answered?.isRejectedInVain !== true) return []
      const own = configured.get(planned.operation) ?? []
      const wanted = await membersWanted(run, operation, planned, { language, own })
      return wanted === undefined ? [] : [[planned.operation, wanted] as const]
    }),
  )
  return new Map(found.flat())
}

/** The first other form in which the key is accepted. */
async function formAccepted(run: Run, { credential }: Operation, plain: Case): Promise<CredentialForm | undefined> {
  for (const [index, form] of credentialForms.filter((one) => one !== credential).entries()) {
    const request = inForm(plain.request, credential, form)
    const caseId = `${plain.id}/key-${index + 1}`
    const intent = { caseId, operation: plain.operation, why: { kind: 'form', of: plain.id, form } } as const
    const outcome = await attempt(run, intent, request, { expectation: 'extra', isTrial: true })
    if ('responseClass' in outcome && isLetIn(outcome.responseClass)) return form
  }
  return undefined
}

async function membersWanted(
  run: Run,
  operation: Operation,
  plain: Case,
  { language, own }: { readonly language: Language; readonly own: readonly NamedMember[] },
): Promise<Adjustment | undefined> {
  let count = 0
  const isAccepted = async (members: readonly NamedMember[]): Promise<boolean> => {
    const request = naming(members, plain.request, operation, language)
    if (request === undefined || count >= mostExplicit) return false
    count += 1
    const outcome = await attempt(run, namedIntent(plain, count), request, { expectation: 'extra' })
    return 'responseClass' in outcome && isLetIn(outcome.responseClass)
  }
  const { explicit = [] } = operation
  // A rejection costs nothing, so single members come first.
  for (const member of explicit) if (await isAccepted([member])) return { members: [member] }
  if (await isAccepted(explicit)) return { members: await needed(explicit, isAccepted) }
  if (own.length === 0) return undefined
  if (await isAccepted(own)) return { members: own, isConfigured: true }
  const isAcceptedWithOwn = (members: readonly NamedMember[]) => isAccepted([...own, ...members])
  if (!(await isAcceptedWithOwn(explicit))) return undefined
  return { members: [...own, ...(await needed(explicit, isAcceptedWithOwn))], isConfigured: true }
}

function namedIntent({ id, operation }: Case, number: number): Intent {
  return { caseId: `${id}/named-${number}`, operation, why: { kind: 'named', of: id, number } }
}

/** The members that are left when everything is taken away that is not needed, halves first. */
async function needed(
  members: readonly NamedMember[],
  isAccepted: (members: readonly NamedMember[]) => Promise<boolean>,
): Promise<readonly NamedMember[]> {
  let left = members
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < left.length && left.length > 1; ) {
      const rest = [...left.slice(0, at), ...left.slice(at + size)]
      if (rest.length > 0 && (await isAccepted(rest))) left = rest
      else at += size
    }
  return left
}

/** The request as its target needs it. */
export function adjusted(
  { members, form }: Adjustment,
  request: RecordedRequest,
  operation: Operation,
  language: Language,
): RecordedRequest {
  const inOtherForm = form === undefined ? request : inForm(request, operation.credential, form)
  return members.length === 0 ? inOtherForm : (naming(members, inOtherForm, operation, language) ?? inOtherForm)
}

/**
 * The request with the members named, its credential and headers as they were; `undefined` where they are named
 * already, or the request would then mean something else than before.
 */
function naming(
  members: readonly NamedMember[],
  request: RecordedRequest,
  operation: Operation,
  language: Language,
): RecordedRequest | undefined {
  const value = operation.read(request)
  const body = withMembers(value.body, members)
  if (isSame(body, value.body)) return undefined
  const [before, after] = [send(operation, value), send(operation, { ...value, body })]
  if (before === undefined || after === undefined) return undefined
  if (broken(language, operation, before.value) !== broken(language, operation, after.value)) return undefined
  // Bytes that cannot be made from an invalid value are sent as they are: something else is meant by them. A valid request
  // in another spelling is sent in the usual one, since without the members it would be rejected for their sake.
  const isRespelled = !Buffer.from(before.request.body).equals(Buffer.from(request.body))
  if (isRespelled && broken(language, operation, before.value) !== soundly) return undefined
  return { ...request, headers: withTypeOf(after.request, request), body: after.request.body }
}

/** The signature of a request that violates nothing and uses nothing unspecified. */
const soundly = JSON.stringify([[], []])

/** The violations of a request, and where it uses something unspecified, as one text. */
function broken(language: Language, { schemas }: Operation, value: RequestValue): string {
  if (schemas.request === undefined) return ''
  const { violations, open } = language.validate(schemas.request, value)
  const requirements = violations.map(({ requirement = '', pointer }) => `${requirement} ${pointer}`)
  return JSON.stringify([requirements.sort(), open.map(({ pointer }) => pointer).sort()])
}

/** A form's content type names the boundary of its own body. */
function withTypeOf(written: RecordedRequest, { headers }: RecordedRequest): RecordedRequest['headers'] {
  const isType = ([name]: readonly [string, string]) => name.toLowerCase() === 'content-type'
  const type = written.headers.find(isType)
  return headers.map((line) => (isType(line) && type !== undefined ? type : line))
}
