import type { Level } from '../../core/model/vocabulary.ts'
import { suggestion } from '../../core/text/nearest.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { compiledData } from '../traceability/compiled-data.ts'

/** A frozen set of requirements by which gateways are judged, in the shape of its file. */
export interface Edition {
  /** The year and month in which it was frozen, for example `2026-12`. */
  readonly edition: string
  /** The SHA-256 of the specification at that time. */
  readonly specification: string
  /** The level of each requirement, and its interpretation if it has one, by id. */
  readonly requirements: Readonly<Record<string, readonly [level: Level, interpretation?: string]>>
  /** Corrections after the edition was frozen. They only loosen it. */
  readonly errata: readonly Erratum[]
}

/** A correction that lowers the level of a requirement of an edition, or removes the requirement from it. */
export interface Erratum {
  readonly id: string
  readonly level?: Level
  readonly removed?: true
  readonly reason: string
  /** `YYYY-MM-DD`. */
  readonly date: string
}

let known: readonly Edition[] | undefined

/** Returns all editions, the newest last. */
export function editions(): readonly Edition[] {
  known ??= compiledData<readonly Edition[]>('editions')
  return known
}

export function editionNames(): readonly string[] {
  return editions().map(({ edition }) => edition)
}

/** Returns the edition with a name, by default the newest. `place` is where the user named it, for the message. */
export function editionNamed(name: string | undefined, place = '--edition'): Edition {
  if (name === undefined) return editions().at(-1)!
  const found = editions().find(({ edition }) => edition === name)
  if (found !== undefined) return found
  const names = editionNames()
  throw new UsageError(
    `${place}: there is no edition "${name}"${suggestion(name, names)}; this version knows ${names.join(', ')}`,
  )
}

/** The level and the interpretation of a requirement in an edition, errata included. */
export interface Frozen {
  readonly level: Level
  readonly interpretation: string | undefined
}

/** Returns what an edition says about a requirement; `undefined` if the requirement is not in it. */
export function frozenIn({ requirements, errata }: Edition, id: string): Frozen | undefined {
  const [level, interpretation] = Object.hasOwn(requirements, id) ? requirements[id]! : []
  const own = errata.filter((erratum) => erratum.id === id)
  if (level === undefined || own.some(({ removed }) => removed)) return undefined
  return { level: own.reduce((lowest, one) => looser(lowest, one.level ?? lowest), level), interpretation }
}

/** The levels from firm to loose. */
const firmFirst: readonly Level[] = ['stated', 'implied', 'unspecified']

/** Returns the looser of two levels, so that no erratum can tighten an edition. */
function looser(one: Level, other: Level): Level {
  return firmFirst[Math.max(firmFirst.indexOf(one), firmFirst.indexOf(other))]!
}
