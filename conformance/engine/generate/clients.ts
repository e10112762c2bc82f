import { member } from '../../../schemas/json.ts'
import type { AreaArbitraries, ClientRequest } from '../../core/model/arbitraries.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { acceptable, type Draft } from '../plan/draft.ts'
import { prove, type Subject } from '../plan/subject.ts'

/**
 * Returns an operation's requests as clients send them, without those that need a capability which the vendor declares
 * absent. The parts beside the body are those of the plain request.
 */
export function clientDrafts(
  subject: Subject,
  { clients = [] }: AreaArbitraries,
  plain: RequestValue,
): readonly Draft[] {
  const { id } = subject.operation
  const isFor = ({ on }: ClientRequest) => on === undefined || on.includes(id)
  return clients.filter(isFor).flatMap(({ id: name, shows, body }): readonly Draft[] => {
    const value = { ...plain, body: { ...body, ...streaming(plain) } }
    const proved = prove(subject, value)
    if (proved === undefined) return []
    const why = { kind: 'drawn', covers: [shows] } as const
    return [{ planned: acceptable(subject, `${id}/client/${name}`, why, proved), kind: 'drawn' }]
  })
}

/** Returns the member that asks for a stream, if the plain request has it. */
function streaming({ body }: RequestValue): object {
  const stream = member(body, 'stream')
  return stream === undefined ? {} : { stream }
}
