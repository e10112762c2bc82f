import type { Report } from '../../conformance/model/report.ts'
import { resultKey } from '../../conformance/model/requirement.ts'
import type { Dimension, Endpoint, Level, Outcome } from '../../conformance/model/vocabulary.ts'
import { excuseOf, isExcused } from '../known.ts'
import { allResults, type Result } from '../result.ts'
import { cautionsFor, type NamedReport, type Side, sideOf } from '../side.ts'

/** What became of a requirement on an operation at one implementation. */
export interface Cell {
  readonly verdict: Outcome
  readonly reason: string
  /** Why a failure is excused. */
  readonly known?: string
}

/** A requirement on one of its operations at every implementation. */
export interface Row {
  readonly id: string
  readonly section: string
  readonly operation: Endpoint
  readonly dimension: Dimension
  readonly level: Level
  readonly statement: string
  /** In the order of the sides; `null` where the catalogue of that side has no such requirement on it. */
  readonly cells: readonly (Cell | null)[]
}

/** Several implementations side by side, result by result. */
export interface Matrix {
  readonly formatVersion: 2
  readonly sides: readonly Side[]
  /** What makes the sides hard to compare, in words. */
  readonly cautions: readonly string[]
  readonly rows: readonly Row[]
}

/** Puts results beside each other. Requirements come in the order of the first results that have them. */
export function matrix(reports: readonly NamedReport[]): Matrix {
  const sides = reports.map(sideOf)
  const indices = reports.map(({ report }) => new Map(keyed(report)))
  const all = new Map(reports.flatMap(({ report }) => keyed(report)))
  const rows = [...all].map(([key, { id, section, operation, dimension, level, statement }]) => ({
    ...{ id, section, operation, dimension, level, statement },
    cells: reports.map(({ report }, at) => {
      const result = indices[at]!.get(key)
      if (result === undefined) return null
      const { verdict, reason } = result
      return { verdict, reason, ...(isExcused(result) ? { known: excuseOf(result, report) } : {}) }
    }),
  }))
  return { formatVersion: 2, sides, cautions: cautionsFor(sides), rows }
}

function keyed(report: Report): readonly (readonly [string, Result])[] {
  return allResults(report).map((result) => [resultKey(result.id, result.operation), result] as const)
}

/** Whether the implementations do not all fare alike. */
export function differs({ cells }: Row): boolean {
  return new Set(cells.map((cell) => cell?.verdict ?? null)).size > 1
}

/** Whether some implementation fails. */
export function failsSomewhere({ cells }: Row): boolean {
  return cells.some((cell) => cell?.verdict === 'fail')
}

/** What the columns are called: as the results, with a letter beside where two of them have one name. */
export function labelsOf(sides: readonly Pick<Side, 'name'>[]): readonly string[] {
  const isShared = (name: string) => sides.filter((side) => side.name === name).length > 1
  return sides.map(({ name }, index) => (isShared(name) ? `${name} (${letterOf(index)})` : name))
}

/** A, B, …, Z, A1, … */
function letterOf(index: number): string {
  const letter = String.fromCharCode(0x41 + (index % 26))
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`
}
