import { type ClientEffect, type Effect, worstEffect } from '../../conformance/core/model/client-effect.ts'
import type { Report } from '../../conformance/core/model/report.ts'

/** A client, with the worst effect that the causes of each implementation have on it. */
export interface ClientRow extends Pick<ClientEffect, 'client' | 'packages'> {
  /**
   * One cell for each side, in the same order. `null` if no cause of that side concerns an operation that the client
   * uses.
   */
  readonly cells: readonly (ClientCell | null)[]
}

export interface ClientCell {
  readonly effect: Effect
  /** The number of causes with this effect. */
  readonly causes: number
}

/** Returns a row for each client that a cause of any implementation has an effect on. */
export function clientRows(reports: readonly Pick<Report, 'causes'>[]): readonly ClientRow[] {
  const effects = reports.map(({ causes }) => causes.flatMap(({ clients = [] }) => clients))
  const known = new Map(effects.flat().map(({ client, packages }) => [client, packages]))
  return [...known].map(([client, packages]) => ({
    client,
    packages,
    cells: effects.map((own) => cellOf(own.filter((one) => one.client === client))),
  }))
}

function cellOf(own: readonly ClientEffect[]): ClientCell | null {
  const effect = worstEffect(own.map((one) => one.effect))
  return effect === undefined ? null : { effect, causes: own.filter((one) => one.effect === effect).length }
}
