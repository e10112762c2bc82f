import { type CredentialForm, credentialForms, inForm } from '../../core/model/credential.ts'
import { header, type RecordedRequest } from '../../core/model/exchange.ts'
import { isComplete2xx } from '../../core/model/observation.ts'
import type { NamedMember, Operation, RequestValue } from '../../core/model/operation.ts'
import type { Case } from '../../core/model/plan.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { Why } from '../../core/model/why.ts'
import { decodeMultipart, encodeMultipart, type FormPart } from '../../core/wire/multipart.ts'
import { withMembers } from '../plan/named-members.ts'
import { isSame } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { send } from '../plan/subject.ts'
import { attempt } from './attempts.ts'
import { costOf } from './billing-budget.ts'
import type { Remainder, Run } from './run-types.ts'
import { sendPlain } from './send-case.ts'
import { newTrials } from './trials.ts'

/** The ways in which a target's plain request has to differ from the specification to be accepted. */
export interface Adjustment {
  /** Optional members that this target requires. */
  readonly members: readonly NamedMember[]
  /** The form in which the key is accepted, if it is not the one that section 5 lists. */
  readonly form?: CredentialForm
  /** Set if some of the members come from the configuration. */
  readonly isConfigured?: true
}

/** Adjustments by operation. */
export type Adjustments = ReadonlyMap<Endpoint, Adjustment>

/** The members under `requests:` in the configuration, by operation. */
export type ConfiguredMembers = ReadonlyMap<Endpoint, readonly NamedMember[]>

/** The most requests that look for the required members and the key form of one operation. */
export const mostExplicit = 16 + credentialForms.length

/**
 * Finds the adjustments for each operation. Sends its plain request and, if that is rejected, sends it again until one
 * version is accepted: with each default named alone, with all defaults named, with the members of the configuration,
 * and with both. Then drops the defaults that are not needed. All other requests of the operation name the remaining
 * ones, so the rejected plain request stays the only failure (interpretation G2).
 */
export async function findAdjustments(
  run: Run,
  plain: readonly Case[],
  { language, configured }: { readonly language: Language; readonly configured: ConfiguredMembers },
): Promise<{ readonly adjustments: Adjustments; readonly left: readonly Remainder[] }> {
  const left: Remainder[] = []
  const found = await Promise.all(
    plain.map(async (planned) => {
      const { answered, ...remainder } = await sendPlain(run, planned).finally(run.onFinish)
      left.push(remainder)
      const operation = run.operations.find(({ id }) => id === planned.operation)!
      const trial = startTrial(run, planned, left)
      if (answered?.responseClass === 'denied') {
        const form = await formAccepted(trial, operation, planned)
        return form === undefined ? [] : [[planned.operation, { members: [], form }] as const]
      }
      if (answered?.isRejectedInVain !== true) return []
      const own = configured.get(planned.operation) ?? []
      const wanted = await membersWanted(trial, operation, planned, { language, own })
      return wanted === undefined ? [] : [[planned.operation, wanted] as const]
    }),
  )
  return { adjustments: new Map(found.flat()), left }
}

/** Sends other versions of one plain request. */
interface Trial {
  /** Returns whether a version is accepted. Its id is that of the plain request with this suffix. */
  isAccepted(request: RecordedRequest, version: (number: number) => Version): Promise<boolean>
}

interface Version {
  readonly suffix: string
  readonly why: Why
}

function startTrial(run: Run, plain: Case, left: Remainder[]): Trial {
  const trials = newTrials({ most: mostExplicit })
  return {
    async isAccepted(request, version) {
      const outcome = await trials.next(costOf(run, request), (number) => {
        const { suffix, why } = version(number)
        const intent = { caseId: `${plain.id}/${suffix}`, operation: plain.operation, why }
        return attempt(run, intent, request, { expectation: 'extra', ...(why.kind === 'form' && { isTrial: true }) })
      })
      left.push({ troubled: outcome?.troubled })
      return isComplete2xx(outcome?.responseClass)
    },
  }
}

/** Returns the first other form in which the key is accepted. */
async function formAccepted(trial: Trial, { credential }: Operation, plain: Case): Promise<CredentialForm | undefined> {
  for (const form of credentialForms.filter((one) => one !== credential)) {
    const why = { kind: 'form', of: plain.id, form } as const
    const request = inForm(plain.request, credential, form)
    if (await trial.isAccepted(request, (number) => ({ suffix: `key-${number}`, why }))) return form
  }
  return undefined
}

async function membersWanted(
  trial: Trial,
  operation: Operation,
  plain: Case,
  { language, own }: { readonly language: Language; readonly own: readonly NamedMember[] },
): Promise<Adjustment | undefined> {
  const isAccepted = async (members: readonly NamedMember[]): Promise<boolean> => {
    const request = naming(members, plain.request, operation, language)
    const versionOf = (number: number): Version => ({
      suffix: `named-${number}`,
      why: { kind: 'named', of: plain.id, number },
    })
    return request !== undefined && trial.isAccepted(request, versionOf)
  }
  const { explicit = [] } = operation
  // Single members come first: a rejected request costs nothing.
  for (const member of explicit) if (await isAccepted([member])) return { members: [member] }
  if (await isAccepted(explicit)) return { members: await needed(explicit, isAccepted) }
  if (own.length === 0) return undefined
  if (await isAccepted(own)) return { members: own, isConfigured: true }
  const isAcceptedWithOwn = (members: readonly NamedMember[]) => isAccepted([...own, ...members])
  if (!(await isAcceptedWithOwn(explicit))) return undefined
  return { members: [...own, ...(await needed(explicit, isAcceptedWithOwn))], isConfigured: true }
}

/** Returns the members that remain once all unnecessary ones are removed, halves first. */
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
 * Returns the request with the members named. Credential and headers stay as they were. Returns `undefined` if the
 * members are named already, or if naming them would change the violations of the request.
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
  // An invalid body whose bytes cannot be rebuilt from its value is sent unchanged, since its bytes are the point of
  // it. A valid body in another spelling is sent in the usual one: without the members, it would be rejected for lack
  // of them. A form keeps its parts, because a file that is written anew has other bytes.
  const isRespelled = !Buffer.from(before.request.body).equals(Buffer.from(request.body))
  if (!isRespelled) return withBodyOf(after.request, request)
  if (broken(language, operation, before.value) !== soundly) return undefined
  return withBodyOf(formWith(after.request, request) ?? after.request, request)
}

/** Returns a form with the fields of another one that it does not have; `undefined` if one of them is no form. */
function formWith(other: RecordedRequest, request: RecordedRequest): RecordedRequest | undefined {
  const [own, others] = [partsOf(request), partsOf(other)]
  if (own === undefined || others === undefined) return undefined
  const added = others.filter(({ name }) => !own.some((part) => part.name === name))
  const { contentType, body } = encodeMultipart([...added, ...own])
  return { ...other, headers: [['content-type', contentType]], body }
}

function partsOf({ headers, body }: RecordedRequest): readonly FormPart[] | undefined {
  return decodeMultipart(header(headers, 'content-type') ?? '', body)
}

function withBodyOf(written: RecordedRequest, request: RecordedRequest): RecordedRequest {
  return { ...request, headers: withTypeOf(written, request), body: written.body }
}

/** The signature of a request without violations and without unspecified features. */
const soundly = JSON.stringify([[], []])

/** Returns the violations of a request and the places of unspecified features, as one text. */
function broken(language: Language, { schemas }: Operation, value: RequestValue): string {
  if (schemas.request === undefined) return ''
  const { violations, open } = language.validate(schemas.request, value)
  const requirements = violations.map(({ requirement = '', pointer }) => `${requirement} ${pointer}`)
  return JSON.stringify([requirements.sort(), open.map(({ pointer }) => pointer).sort()])
}

/** Copies the content type of the new body, since a multipart content type names the boundary of its own body. */
function withTypeOf(written: RecordedRequest, { headers }: RecordedRequest): RecordedRequest['headers'] {
  const isType = ([name]: readonly [string, string]) => name.toLowerCase() === 'content-type'
  const type = written.headers.find(isType)
  return headers.map((line) => (isType(line) && type !== undefined ? type : line))
}
