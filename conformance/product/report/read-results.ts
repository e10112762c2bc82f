import { existsSync, statSync } from 'node:fs'
import { isExcused } from '../../../reports/known.ts'
import { allResults, nameOf, type Result } from '../../../reports/result.ts'
import { type Violation, validate } from '../../../schemas/index.ts'
import { fileInFolder, readFile } from '../../core/files/open-file.ts'
import type { Counts, OperationSummary, Report, Summary } from '../../core/model/report.ts'
import { resultKey } from '../../core/model/requirement.ts'
import { isEnoughTested, isPassing, isTooMuchExcused } from '../../core/model/run-verdict.ts'
import { type Dimension, dimensions, type Outcome, outcomes } from '../../core/model/vocabulary.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { worstOutcome } from '../../engine/judge/summary/outcome.ts'

/** The format that this version reads and writes. */
const formatVersion = 2

/** Returns the results document at a path, which may be that of its folder. */
export function resultsFile(path: string): string {
  if (!existsSync(path)) throw new UsageError(`there is no file ${path}; name a results.json, or the folder of a run`)
  if (!statSync(path).isDirectory()) return path
  const file = fileInFolder(path, 'results.json')
  if (file === undefined) throw new UsageError(`${path} has no results.json; mgi run writes it`)
  return file
}

/**
 * Reads a results document. Throws a `UsageError` of one line for an invalid one. Unknown members are allowed, because
 * later versions may add some (docs/results.md). They are noted once.
 */
export function readResults(path: string, onNote: (text: string) => void): Report {
  const value = parsed(path)
  const { formatVersion: version } = (value ?? {}) as { readonly formatVersion?: unknown }
  if (version === undefined) throw wrong(path, 'it has no formatVersion')
  if (version !== formatVersion)
    throw new UsageError(
      `${path} has the format version ${shown(version)}, and this version of mgi reads ${formatVersion}; use the version of mgi that wrote it`,
    )
  const { violations } = validate('results/results', value)
  const [broken] = violations.filter((violation) => !isUnknownMember(violation))
  if (broken !== undefined) throw wrong(path, shortened(broken.message))
  if (violations.length > 0) onNote(`${path} has members that this version does not know; they are ignored`)
  const contradiction = contradictionIn(value as Report)
  if (contradiction !== undefined) throw wrong(path, contradiction)
  return value as Report
}

function parsed(path: string): unknown {
  const text = textOf(path)
  if (text.trim() === '') throw wrong(path, 'it is empty')
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw wrong(path, 'it is not JSON')
  }
}

function textOf(path: string): string {
  try {
    return readFile(path).toString('utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}); name another one`)
  }
}

function isUnknownMember({ keyword }: Violation): boolean {
  return keyword === 'additionalProperties'
}

function wrong(path: string, why: string): UsageError {
  return new UsageError(`${path} is not a results document of mgi: ${why}; mgi run writes results.json`)
}

function shown(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'nothing')
}

/** Shortens text from the file and removes control characters, because it may be long or contain escape sequences. */
function shortened(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�').slice(0, 160)
}

/** A requirement, or its result on an operation. */
type Judged = { readonly verdict: Outcome; readonly dimension: Dimension }

/**
 * Finds a contradiction in a results document, for example wrong counts, or a verdict that its results do not allow.
 * Such a document was edited by hand and is not rendered.
 */
export function contradictionIn(report: Report): string | undefined {
  const { summary, operations, upstream } = report
  const requirements = report.requirements.filter(
    ({ behind, notInEdition }) => behind !== true && notInEdition !== true,
  )
  const results = allResults({ requirements })
  return (
    twiceIn(report, allResults(report)) ??
    notWorst(report) ??
    (upstream?.verdict === 'faithful' ? failureIn(behindIn(report), 'it calls the gateway faithful') : undefined) ??
    wrongCounts('summary', summary, requirements) ??
    first(operations, (one) => wrongOn(one, results)) ??
    wrongVerdict('', summary.verdict, results) ??
    tooLittle(summary) ??
    tooMuchExcused({ ...report, requirements })
  )
}

function behindIn(report: Report): readonly Result[] {
  return allResults(report).filter(({ behind }) => behind === true)
}

function first<Item>(items: readonly Item[], tell: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const told = tell(item)
    if (told !== undefined) return told
  }
  return undefined
}

function twiceIn({ requirements, operations }: Report, results: readonly Result[]): string | undefined {
  if (isRepeated(requirements.map(({ id }) => id))) return 'it lists a requirement twice'
  if (isRepeated(results.map(({ id, operation }) => resultKey(id, operation)))) return 'it lists a result twice'
  return isRepeated(operations.map(({ operation }) => operation)) ? 'it lists an operation twice' : undefined
}

function isRepeated(names: readonly string[]): boolean {
  return new Set(names).size !== names.length
}

function notWorst({ requirements }: Report): string | undefined {
  return first(requirements, ({ id, verdict, operations }) => {
    const worst = worstOutcome(operations.map((one) => one.verdict))
    return verdict === worst ? undefined : `it states ${verdict} for ${id}, but the worst of its operations is ${worst}`
  })
}

function wrongOn(one: OperationSummary, results: readonly Result[]): string | undefined {
  const own = results.filter(({ operation }) => operation === one.operation)
  return wrongCounts(`entry of ${one.operation}`, one, own) ?? wrongVerdict(` of ${one.operation}`, one.verdict, own)
}

function wrongCounts(
  where: string,
  { counts, dimensions: byDimension }: Pick<Summary, 'counts' | 'dimensions'>,
  judged: readonly Judged[],
): string | undefined {
  const wrong = wrongCount(counts, judged)
  if (wrong !== undefined) return `its ${where} counts ${wrong}`
  return first(dimensions, (dimension) => {
    const there = wrongCount(
      byDimension[dimension],
      judged.filter((one) => one.dimension === dimension),
    )
    return there === undefined ? undefined : `its ${where} counts ${there} in ${dimension}`
  })
}

function wrongVerdict(of: string, verdict: Summary['verdict'], results: readonly Result[]): string | undefined {
  return isPassing(verdict) ? failureIn(results, `its verdict${of} is ${verdict}`) : undefined
}

function failureIn(results: readonly Result[], said: string): string | undefined {
  const failed = results.find((result) => result.verdict === 'fail' && result.known === undefined)
  return failed === undefined ? undefined : `${said}, but ${nameOf(failed)} failed`
}

function tooLittle({ verdict, mandatory }: Summary): string | undefined {
  if (verdict !== 'conforming' || isEnoughTested(mandatory)) return undefined
  return `its verdict is conforming, but ${mandatory.tested} of ${mandatory.selected} mandatory requirements were tested`
}

function tooMuchExcused({ summary: { verdict, mandatory }, requirements, strict }: Report): string | undefined {
  if (verdict !== 'conforming') return undefined
  const known = requirements.filter(
    ({ level, operations }) => (level === 'stated' || (strict && level === 'implied')) && operations.some(isExcused),
  ).length
  if (!isTooMuchExcused(known, mandatory)) return undefined
  return `its verdict is conforming, but the list excuses ${known} of ${mandatory.selected} mandatory requirements`
}

function wrongCount(counts: Counts, judged: readonly Judged[]): string | undefined {
  return first(outcomes, (outcome) => {
    const there = judged.filter(({ verdict }) => verdict === outcome).length
    return counts[outcome] === there ? undefined : `${counts[outcome]} ${outcome}, but lists ${there}`
  })
}
