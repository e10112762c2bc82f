import { isObject } from '../../../schemas/json.ts'
import type { Exchange } from '../../model/exchange.ts'
import { currentId } from '../../model/former-ids.ts'
import { type Capability, capabilities, type Endpoint, endpoints } from '../../model/vocabulary.ts'
import type { Why } from '../../model/why.ts'
import { isText } from './read-json.ts'

/** The facts that evidence of format 3 has in separate fields. */
export type CaseFacts = Pick<Exchange, 'caseId' | 'attempt' | 'why'>

/** The words in a line of format 1 or 2 that describe why its request was sent. */
export interface EarlierWords {
  readonly operation?: string | undefined
  readonly purpose?: string | undefined
  readonly origin?: string | undefined
}

/** Reads the words of a line, and leaves out those that are not text. */
export function earlierWordsFrom(about: unknown): EarlierWords {
  const { operation, purpose, origin } = isObject(about) ? about : {}
  const text = (value: unknown) => (isText(value) ? value : undefined)
  return { operation: text(operation), purpose: text(purpose), origin: text(origin) }
}

/**
 * Derives the facts of an exchange of format 1 or 2 from its id and words, since those formats have no other place for
 * them. Only this function interprets an id or a purpose.
 */
export function earlierFacts(id: string, words: EarlierWords): CaseFacts {
  const [, caseId = id, number = '1'] = /^(.+)~(\d+)$/s.exec(id) ?? []
  const why = earlierWhy(caseId, words)
  return { caseId, attempt: Number(number), ...(why === undefined ? {} : { why }) }
}

function earlierWhy(caseId: string, { operation = '', purpose = '', origin }: EarlierWords): Why | undefined {
  const match = (pattern: RegExp): RegExpExecArray | null => pattern.exec(caseId)
  const shrink = match(/^shrink\/(.+)\/\d+$/)
  if (shrink !== null) return { kind: 'minimise', requirement: currentId(shrink[1]!) }
  if (match(/^still-there\//) !== null) return { kind: 'alive' }
  const capability = match(/^declaration\/([^/]+)/)?.[1]
  if (isCapability(capability)) return { kind: 'declaration', capability }
  const named = match(/^(.+)\/named-(\d+)$/)
  if (named !== null) return { kind: 'named', of: named[1]!, number: Number(named[2]) }
  const image = match(/^(.+)\/image-(\d+)$/)
  if (image !== null) return { kind: 'image', of: image[1]!, image: Number(image[2]) }
  const smaller = match(/^(.+)\/(?:bare|alone-(\d+))$/)
  if (smaller !== null) return { kind: 'smaller', of: smaller[1]!, number: Number(smaller[2] ?? 1) }
  const step = match(/^(.+)\/(\d+)$/)
  if (origin === 'probe' && step !== null) return { kind: 'probe', probe: step[1]!, step: Number(step[2]) }
  const [, kind, rest = ''] = match(/^[^/]+\/([a-z]+)(?:\/(.*))?$/s) ?? []
  switch (kind) {
    case 'plain':
      return { kind: 'plain' }
    case 'spelled':
      return { kind: 'spelled' }
    case 'example':
      return { kind: 'stored' }
    case 'template':
      return rest === '01-plain' ? { kind: 'plain' } : { kind: 'drawn', covers: [] }
    case 'drawn':
      return { kind: 'drawn', covers: [] }
    case 'violation':
      return violation(rest, operation, purpose)
    default:
      return undefined
  }
}

function violation(name: string, operation: string, purpose: string): Why {
  const [, keyword = '', place = '', control = ''] = /^breaks (\S+) at (.*), otherwise as (.*)$/s.exec(purpose) ?? []
  const [area = ''] = operation.split('.')
  const requirement = currentId(`${area}.${name.replace(/^\d+-/, '')}`)
  return { kind: 'violation', requirement, keyword, pointer: place === 'the root' ? '' : place, control }
}

function isCapability(value: string | undefined): value is Endpoint | Capability {
  return [...endpoints, ...capabilities].some((one) => one === value)
}
