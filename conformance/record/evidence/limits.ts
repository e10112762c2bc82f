import { type Limit, limitKinds } from '../../model/limit.ts'
import { isListOf, isObject, isText } from './read-json.ts'

/** Reads the limits of a header or footer; those of formats 1 and 2 are words alone. */
export function limitsFrom(value: unknown): readonly Limit[] | undefined {
  if (isListOf(value, isText)) return value.map(earlierLimit)
  return isListOf(value, isLimit) ? value : undefined
}

function isLimit(value: unknown): value is Limit {
  return isObject(value) && (limitKinds as readonly unknown[]).includes(value['kind']) && isText(value['text'])
}

/** Derives the kind of a limit of format 1 or 2 from its words: those formats have no other place for it. */
function earlierLimit(text: string): Limit {
  const known = beginnings.find(([beginning]) => text.startsWith(beginning))
  return { kind: known?.[1] ?? (cutByTime.test(text) ? 'time' : 'other'), text }
}

const beginnings: readonly (readonly [string, Limit['kind']])[] = [
  ['only shard ', 'shard'],
  ['without what the vendor declares absent: ', 'absent'],
  ['at most ', 'most'],
  ['the certificate of the target was not checked', 'unchecked'],
  ['interrupted by ', 'interrupted'],
]

const cutByTime = /not sent: the (time limit was reached|run ended early)$/
