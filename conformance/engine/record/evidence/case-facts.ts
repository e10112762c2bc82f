import { isObject, type Members } from '../../../../schemas/json.ts'
import { credentialForms } from '../../../core/model/credential.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import { capabilities, endpoints } from '../../../core/model/vocabulary.ts'
import type { Why } from '../../../core/model/why.ts'
import { isListOf, isNumber, isText } from './read-json.ts'

/** The request of a plan that an exchange belongs to, and why it was sent. */
export type CaseFacts = Pick<Exchange, 'caseId' | 'attempt' | 'why'>

/** Reads the facts of an exchange, or returns the error in one line. Absent members are no error. */
export function caseFactsFrom({ caseId, attempt, why }: Members): CaseFacts | string {
  if (caseId !== undefined && (!isText(caseId) || caseId === '')) return 'its case is not an id'
  if (attempt !== undefined && !isCount(attempt)) return 'its attempt is not a number from 1'
  if (why !== undefined && !isWhy(why)) return 'why it was sent cannot be read'
  return {
    ...(caseId === undefined ? {} : { caseId }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(why === undefined ? {} : { why }),
  }
}

export function isCount(value: unknown): value is number {
  return isNumber(value) && Number.isSafeInteger(value) && value > 0
}

type MemberChecks<Kind> = { readonly [Name in Exclude<keyof Kind, 'kind'>]-?: (value: unknown) => boolean }

const isMaybeText = (value: unknown): boolean => value === undefined || isText(value)
const isCapability = (value: unknown): boolean => [...endpoints, ...capabilities].some((one) => one === value)

const members: { readonly [Kind in Why['kind']]: MemberChecks<Extract<Why, { readonly kind: Kind }>> } = {
  plain: {},
  spelled: {},
  drawn: { covers: (value) => isListOf(value, isText) },
  violation: { requirement: isText, keyword: isText, pointer: isText, control: isText },
  stored: {},
  declaration: { capability: isCapability },
  probe: { probe: isText, step: isCount },
  named: { of: isText, number: isCount },
  form: { of: isText, form: (value) => credentialForms.some((one) => one === value) },
  smaller: { of: isText, number: isCount },
  minimise: { requirement: isText, of: isMaybeText },
  image: { of: isText, image: isCount },
  alive: {},
}

function isWhy(value: unknown): value is Why {
  if (!isObject(value) || !isText(value['kind']) || !Object.hasOwn(members, value['kind'])) return false
  return Object.entries(members[value['kind'] as Why['kind']]).every(([name, isMember]) => isMember(value[name]))
}
