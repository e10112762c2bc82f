import type { ExchangeEvidence } from '../../conformance/model/report.ts'

export type ShownEvent = NonNullable<NonNullable<ExchangeEvidence['response']>['events']>[number]

/** What an event calls itself: the `type` of its payload, else its `event:` line, else nothing but `data`. */
export function typeOf({ name, data, characters }: ShownEvent): string {
  const cut = characters === undefined ? undefined : /^\s*\{\s*"type"\s*:\s*"([^"\\]*)"/.exec(data)?.[1]
  return cut ?? payloadType(data) ?? name ?? 'data'
}

function payloadType(data: string): string | undefined {
  try {
    const payload: unknown = JSON.parse(data)
    if (typeof payload !== 'object' || payload === null || !('type' in payload)) return undefined
    return typeof payload.type === 'string' ? payload.type : undefined
  } catch {
    return undefined
  }
}
