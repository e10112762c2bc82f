import type { Dimension, Endpoint, Level, Outcome } from '../../conformance/model/vocabulary.ts'
import { excuseOf, isExcused } from '../known.ts'
import { cautionsFor, type NamedReport, type Side, sideOf } from '../side.ts'

/** What became of one requirement at one implementation. */
export interface Cell {
  readonly verdict: Outcome
  readonly reason: string
  /** Why a failure is excused. */
  readonly known?: string
}

/** One requirement at every implementation. */
export interface Row {
  readonly id: string
  readonly section: string
  readonly endpoint: Endpoint
  readonly dimension: Dimension
  readonly level: Level
  readonly statement: string
  /** In the order of the sides; `null` where the catalogue of that side has no such requirement. */
  readonly cells: readonly (Cell | null)[]
}

/** Several implementations side by side, requirement by requirement. */
export interface Matrix {
  readonly formatVersion: 1
  readonly sides: readonly Side[]
  /** What makes the sides hard to compare, in words. */
  readonly cautions: readonly string[]
  readonly rows: readonly Row[]
}

/** Puts results beside each other. Requirements come in the order of the first results that have them. */
export function matrix(reports: readonly NamedReport[]): Matrix {
  const sides = reports.map(sideOf)
  const indices = reports.map(({ report }) => new Map(report.requirements.map((result) => [result.id, result])))
  const all = new Map(
    reports.flatMap(({ report }) => report.requirements.map((result) => [result.id, result] as const)),
  )
  const rows = [...all].map(([id, { section, endpoint, dimension, level, statement }]) => ({
    ...{ id, section, endpoint, dimension, level, statement },
    cells: reports.map(({ report }, at) => {
      const result = indices[at]!.get(id)
      if (result === undefined) return null
      const { verdict, reason } = result
      return { verdict, reason, ...(isExcused(result) ? { known: excuseOf(result, report) } : {}) }
    }),
  }))
  return { formatVersion: 1, sides, cautions: cautionsFor(sides), rows }
}

/** Whether the implementations do not all fare alike. */
export function differs({ cells }: Row): boolean {
  return new Set(cells.map((cell) => cell?.verdict ?? null)).size > 1
}

/** Whether some implementation fails. */
export function failsSomewhere({ cells }: Row): boolean {
  return cells.some((cell) => cell?.verdict === 'fail')
}

/** What a column is called: A, B, …, Z, A1, … */
export function labelOf(index: number): string {
  const letter = String.fromCharCode(0x41 + (index % 26))
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`
}
