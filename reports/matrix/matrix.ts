import type { Report } from '../../conformance/model/report.ts'
import { resultKey } from '../../conformance/model/requirement.ts'
import type { Dimension, Endpoint, Level, Outcome } from '../../conformance/model/vocabulary.ts'
import { excuseOf, isExcused } from '../known.ts'
import { allResults, type Result } from '../result.ts'
import { cautionsFor, type NamedReport, type Side, sideOf } from '../side.ts'
import { type ClientRow, clientRows } from './clients.ts'

/** The result of one implementation. */
export interface Cell {
  readonly verdict: Outcome
  readonly reason: string
  /** The reason why a failure is excused. */
  readonly known?: string
}

/** A requirement on one operation, with the result of each implementation. */
export interface Row {
  readonly id: string
  readonly section: string
  readonly operation: Endpoint
  readonly dimension: Dimension
  readonly level: Level
  readonly statement: string
  /** In the order of the sides. `null` if the catalogue of that side has no such requirement. */
  readonly cells: readonly (Cell | null)[]
}

/** Several implementations side by side, result by result. */
export interface Matrix {
  readonly formatVersion: 2
  readonly sides: readonly Side[]
  /** Reasons why the sides are hard to compare, in words. */
  readonly cautions: readonly string[]
  readonly rows: readonly Row[]
  /** The clients that a cause has an effect on; absent if there are none. */
  readonly clients?: readonly ClientRow[]
}

/** Compares several results documents. Requirements come in the order of the first document that has them. */
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
  const clients = clientRows(reports.map(({ report }) => report))
  return { formatVersion: 2, sides, cautions: cautionsFor(sides), rows, ...(clients.length === 0 ? {} : { clients }) }
}

function keyed(report: Report): readonly (readonly [string, Result])[] {
  return allResults(report).map((result) => [resultKey(result.id, result.operation), result] as const)
}

/** Tells whether the implementations have different outcomes. */
export function differs({ cells }: Row): boolean {
  return new Set(cells.map((cell) => cell?.verdict ?? null)).size > 1
}

export function failsSomewhere({ cells }: Row): boolean {
  return cells.some((cell) => cell?.verdict === 'fail')
}

/** Returns the names of the columns: those of the results, with a letter if two have the same name. */
export function labelsOf(sides: readonly Pick<Side, 'name'>[]): readonly string[] {
  const isShared = (name: string) => sides.filter((side) => side.name === name).length > 1
  return sides.map(({ name }, index) => (isShared(name) ? `${name} (${letterOf(index)})` : name))
}

/** A, B, …, Z, A1, … */
function letterOf(index: number): string {
  const letter = String.fromCharCode(0x41 + (index % 26))
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`
}
