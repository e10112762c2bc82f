import type { Report } from '../../conformance/core/model/report.ts'
import { resultKey } from '../../conformance/core/model/requirement.ts'
import type { Dimension, Endpoint, Level, Outcome } from '../../conformance/core/model/vocabulary.ts'
import { excuseOf, isExcused } from '../known.ts'
import { allResults, type Result } from '../result.ts'
import { cautionsFor, type NamedReport, type Side, sideOf } from '../side.ts'
import { type ClientRow, clientRows } from './clients.ts'
import { type MatrixFeature, matrixFeatures } from './features.ts'
import { type OperationRow, operationRows, testedOf } from './operations.ts'

/** The result of one implementation. */
export interface Cell {
  readonly verdict: Outcome
  readonly reason: string
  /** The reason why a failure is excused. */
  readonly known?: string
}

/** A requirement on one operation, with the result of each implementation. */
export interface MatrixRow {
  readonly id: string
  readonly section: string
  readonly operation: Endpoint
  readonly dimension: Dimension
  readonly level: Level
  readonly statement: string
  /** One cell for each side, in the same order. `null` if the catalogue of that side has no such requirement. */
  readonly cells: readonly (Cell | null)[]
}

/** Several implementations side by side, result by result. */
export interface Matrix {
  readonly formatVersion: 2
  readonly sides: readonly Side[]
  /** Reasons why the sides are hard to compare, in words. */
  readonly cautions: readonly string[]
  /** The operations that at least one side tested, in the order of the first side that has them. */
  readonly operations: readonly OperationRow[]
  /** The features of each area, as clients name them; absent if no side has any. */
  readonly features?: readonly MatrixFeature[]
  readonly rows: readonly MatrixRow[]
  /** The clients that are affected by a cause; absent if there are none. */
  readonly clients?: readonly ClientRow[]
}

/** Compares several results documents. Requirements come in the order of the first document that has them. */
export function matrix(reports: readonly NamedReport[]): Matrix {
  const sides = reports.map(sideOf)
  const indices = reports.map(({ report }) => new Map(keyed(report)))
  const all = new Map(reports.flatMap(({ report }) => keyed(report)))
  const rows = [...all].map(([key, { id, section, operation, dimension, level, statement }]) => ({
    id,
    section,
    operation,
    dimension,
    level,
    statement,
    cells: reports.map(({ report }, at) => {
      const result = indices[at]!.get(key)
      if (result === undefined) return null
      const { verdict, reason } = result
      return { verdict, reason, ...(isExcused(result) ? { known: excuseOf(result, report) } : {}) }
    }),
  }))
  const features = matrixFeatures(reports.map(({ report }) => report))
  const clients = clientRows(reports.map(({ report }) => report))
  return {
    formatVersion: 2,
    sides,
    cautions: cautionsFor(reports),
    operations: operationRows(reports.map(({ report }) => report)),
    ...(features.length === 0 ? {} : { features }),
    rows,
    ...(clients.length === 0 ? {} : { clients }),
  }
}

function keyed(report: Report): readonly (readonly [string, Result])[] {
  return allResults(report).map((result) => [resultKey(result.id, result.operation), result] as const)
}

/** Returns whether an implementation has an outcome that can be compared. */
function isTested(cell: Cell | null): boolean {
  return cell !== null && cell.verdict !== 'skipped' && cell.verdict !== 'inconclusive'
}

/**
 * The rows by comparison of their cells. Only implementations that were tested on the operation count, so a run of one
 * area is not compared in the others.
 */
export interface Sorted {
  /** All were tested, with different outcomes. */
  readonly differing: readonly MatrixRow[]
  readonly failingEverywhere: readonly MatrixRow[]
  /** All have the same outcome, and it is not a failure. */
  readonly same: readonly MatrixRow[]
  /** Some were not tested, and at least one other fails. */
  readonly failingWhereTested: readonly MatrixRow[]
  /** Some were not tested, and no other fails. */
  readonly partly: readonly MatrixRow[]
}

export function sorted({ operations, rows }: Pick<Matrix, 'operations' | 'rows'>): Sorted {
  const kinds = rows.map((row) => [kindOf(comparedCells(row, operations)), row] as const)
  const of = (wanted: keyof Sorted) => kinds.filter(([kind]) => kind === wanted).map(([, row]) => row)
  return {
    differing: of('differing'),
    failingEverywhere: of('failingEverywhere'),
    same: of('same'),
    failingWhereTested: of('failingWhereTested'),
    partly: of('partly'),
  }
}

function comparedCells({ operation, cells }: MatrixRow, operations: readonly OperationRow[]): MatrixRow['cells'] {
  const whole = operations.find((one) => one.operation === operation)
  return cells.filter((_cell, index) => testedOf(whole?.cells[index] ?? null) > 0)
}

function kindOf(cells: MatrixRow['cells']): keyof Sorted {
  const isFailing = cells.some((cell) => cell?.verdict === 'fail')
  if (cells.length < 2 || !cells.every(isTested)) return isFailing ? 'failingWhereTested' : 'partly'
  if (new Set(cells.map((cell) => cell?.verdict)).size > 1) return 'differing'
  return isFailing ? 'failingEverywhere' : 'same'
}

/** From this number of implementations on, they are the rows of the tables of features and operations. */
export const rowsFrom = 6

/**
 * Returns the names of the implementations: the name of the target or of the results. Equal names are told apart by the
 * folder of the results, or else by the address of the target, or else by a letter.
 */
export function labelsOf(sides: readonly Pick<Side, 'name' | 'label' | 'target'>[]): readonly string[] {
  const names = sides.map(({ name, label }) => label ?? name)
  return names.map((name, index) => {
    const equal = sides.filter((_side, other) => names[other] === name)
    if (equal.length === 1) return name
    const own = equal.indexOf(sides[index]!)
    const folders = differingParts(equal.map((one) => one.name))
    const targets = equal.map(({ target }) => target)
    const told = [folders, targets].find((list) => new Set(list).size === list.length && !list.includes(''))
    return `${name} (${told?.[own] ?? letterOf(index)})`
  })
}

/** Returns the paths without the folders that they all begin or end with: `monday` and `friday`. */
function differingParts(paths: readonly string[]): readonly string[] {
  const split = paths.map((path) => path.split('/').filter((step) => step !== ''))
  const first = sharedLength(split)
  const rest = split.map((steps) => steps.slice(first))
  const last = sharedLength(rest.map((steps) => steps.toReversed()))
  return rest.map((steps) => steps.slice(0, steps.length - last).join('/'))
}

function sharedLength(lists: readonly (readonly string[])[]): number {
  const [one = []] = lists
  const length = one.findIndex((step, index) => lists.some((other) => other[index] !== step))
  return length < 0 ? one.length : length
}

/** Returns A, B, …, Z, A1, … */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(0x41 + (index % 26))
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`
}
