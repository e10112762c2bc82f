import type { Shown } from '../../explore/shrink.ts'
import type { Spelling } from '../../generate/spelling.ts'
import type { RecordedRequest } from '../../model/exchange.ts'
import type { Operation, RequestValue } from '../../model/operation.ts'
import { digestOf } from '../../plan/subject.ts'

/** Writes a value as a request. */
export type Write = (value: RequestValue) => RecordedRequest

/** A request in another spelling than usual, and what it says. */
interface Respelled {
  readonly request: RecordedRequest
  readonly operation: Operation
  readonly value: RequestValue
}

/**
 * How a request that fails is written with as little as possible that is unusual about it: as usual; with one thing as it
 * is there; without one thing after the other. `undefined` where it fails only exactly as it is written.
 */
export async function plainestSpelling(
  { request, operation, value }: Respelled,
  shows: (request: RecordedRequest) => Promise<Shown>,
): Promise<Write | undefined> {
  const { onlyWith, spellingOf, unusualIn, without } = await import('../../generate/spelling-of.ts')
  const { respelled } = await import('../../generate/respelled.ts')
  const usual: Write = (one) => operation.write(one)
  const inWay =
    (spelling: Spelling): Write =>
    (one) =>
      respelled(operation, usual(one), spelling) ?? usual(one)
  const known = new Map<string, boolean>([[digestOf(request), true]])
  const fails = async (write: Write): Promise<boolean> => {
    const written = write(value)
    const name = digestOf(written)
    const isFailing = known.get(name) ?? (await shows(written)) === 'fails'
    known.set(name, isFailing)
    return isFailing
  }
  if (await fails(usual)) return usual
  let spelling = spellingOf(request)
  const unusual = unusualIn(spelling)
  for (const name of unusual) if (await fails(inWay(onlyWith(spelling, name)))) return inWay(onlyWith(spelling, name))
  if (!(await fails(inWay(spelling)))) return undefined
  for (const name of unusual) if (await fails(inWay(without(spelling, name)))) spelling = without(spelling, name)
  return inWay(spelling)
}
