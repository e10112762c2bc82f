import { respelled } from '../../generate/respelled.ts'
import { spellingOf, unusualIn, without } from '../../generate/spelling-of.ts'
import { fitnessOf, mend } from '../../minimise/minimise.ts'
import { weightOf } from '../../minimise/steps.ts'
import type { RecordedRequest } from '../../model/exchange.ts'
import type { Operation, RequestValue } from '../../model/operation.ts'
import { canonical, isSame } from '../../plan/schema/json.ts'
import { documentLanguage } from '../../plan/schema/language.ts'
import { digestOf } from '../../plan/subject.ts'
import { reducible } from '../../plan/violations.ts'
import { simplerValues } from './simpler.ts'

/**
 * Returns whether a server with a known fault still breaks the same requirement on the same operation with this
 * request.
 */
export type StillFails = (request: RecordedRequest) => Promise<boolean>

/**
 * Finds by trial the features of a request without which it still fails. Each is removed in turn, alone or with parts
 * that are only there because of it. A request without a feature is sent only if it is of the same kind (valid, or with
 * the same single violation) and there is less to read in it.
 */
export async function needlessIn(
  request: RecordedRequest,
  operation: Operation,
  plain: RequestValue | undefined,
  stillFails: StillFails,
): Promise<readonly string[]> {
  const start = reducible(documentLanguage, [operation], request)
  if (start === undefined) return []
  const { value } = start
  const fitness = fitnessOf(documentLanguage, operation, start.class)
  const spelling = spellingOf(request)
  const written = (one: RequestValue): RecordedRequest => {
    const usual = operation.write(one)
    return start.isAsWritten ? usual : (respelled(operation, usual, spelling) ?? usual)
  }
  const tried = new Set([canonical(value)])
  const needless: string[] = []
  for (const { name, value: simpler } of simplerValues(value, plain)) {
    const mended = isSame(simpler, value) ? undefined : mend(simpler, fitness)
    if (mended === undefined || tried.has(canonical(mended)) || weightOf(mended) >= weightOf(value)) continue
    tried.add(canonical(mended))
    if (await stillFails(written(mended))) needless.push(name)
  }
  if (!start.isAsWritten) needless.push(...(await needlessSpelling(operation, request, value, stillFails)))
  return needless
}

async function needlessSpelling(
  operation: Operation,
  request: RecordedRequest,
  value: RequestValue,
  stillFails: StillFails,
): Promise<readonly string[]> {
  const usual = operation.write(value)
  if (await stillFails(usual)) return ['spelling']
  const needless: string[] = []
  const spelling = spellingOf(request)
  for (const what of unusualIn(spelling)) {
    const plainer = respelled(operation, usual, without(spelling, what)) ?? usual
    if (digestOf(plainer) !== digestOf(usual) && (await stillFails(plainer))) needless.push(`spelling: ${what}`)
  }
  return needless
}
