import { isCut, type Limit } from '../../../core/model/limit.ts'
import type { Cause, OperationResult, RequirementResult, ResultName, Summary } from '../../../core/model/report.ts'
import { resultKey } from '../../../core/model/requirement.ts'
import { counted } from '../../../core/text/counted.ts'
import { operationsInWords } from './causes/facts-in-words.ts'

/** A failed result with the id of its requirement. */
export type Failed = OperationResult & { readonly id: string }

/** The most causes, or ids, that are named in one line. */
const named = 3

/** The most characters of a reason, so that it stays below 200 after its verdict, as in `✗ NONCONFORMING (limited run)`. */
const mostCharacters = 165

/** The fewest characters that say something about a cause. */
const fewestCharacters = 20

/**
 * Returns, for example, `2 requirements failed in addition to 1 known to fail: streams of … break off inside a block`.
 */
export function failureInWords(
  failed: readonly Failed[],
  known: readonly Failed[],
  { strict, causes }: { readonly strict: boolean; readonly causes: readonly Cause[] },
): string {
  const ids = idsOf(failed)
  const others = idsOf(known).filter((id) => !ids.includes(id)).length
  const besides = others === 0 ? '' : ` in addition to ${others} known to fail`
  const head = `${counted(ids.length, 'requirement')} failed${strict ? ' (strict)' : ''}${besides}`
  const why = causesInWords(failed, causes, mostCharacters - `${head}: `.length)
  return `${head}${why === '' ? '' : `: ${why}`}`
}

/**
 * Returns, for example, `13 requirements are known to fail (ids are numbers; replies lack `usage`)`. `taken` is the number
 * of characters of the rest of the reason.
 */
export function knownInWords(known: readonly Failed[], causes: readonly Cause[], taken: number): string {
  const count = idsOf(known).length
  const head = `${counted(count, 'requirement')} ${count === 1 ? 'is' : 'are'} known to fail`
  const why = causesInWords(known, causes, mostCharacters - taken - `${head} ()`.length)
  return `${head}${why === '' ? '' : ` (${why})`}`
}

/** Returns, for example, `164 of 469 mandatory requirements are known to fail (ids are numbers)`. */
export function mandatoryKnownInWords(known: readonly Failed[], selected: number, causes: readonly Cause[]): string {
  const count = idsOf(known).length
  const head = `${count} of ${selected} mandatory requirements ${count === 1 ? 'is' : 'are'} known to fail`
  const why = causesInWords(known, causes, mostCharacters - `${head} ()`.length)
  return `${head}${why === '' ? '' : ` (${why})`}`
}

/**
 * Returns, for example, `All 692 mandatory requirements that were tested passed (27 of 735 not tested)`. If the run
 * selected far fewer than all, gives the number that it selected. Strict runs count implied requirements too.
 */
export function passedInWords(
  results: readonly RequirementResult[],
  known: readonly Failed[],
  isStrict: boolean,
  { tested, selected }: NonNullable<Summary['mandatory']>,
): string {
  const mandatory = results.filter(({ level }) => level === 'stated' || (isStrict && level === 'implied'))
  const excused = new Set(idsOf(known))
  const passed = mandatory.filter(({ id, verdict }) => verdict === 'pass' && !excused.has(id)).length
  const untested = mandatory.filter(({ verdict }) => verdict === 'skipped').length
  const open = mandatory.filter(({ verdict }) => verdict === 'inconclusive').length
  const isNarrow = untested > mandatory.length / 10
  const rest = [
    ...(untested === 0 || isNarrow ? [] : [`${untested} of ${mandatory.length} not tested`]),
    ...(isNarrow && selected > tested ? [`${selected - tested} of ${selected} selected not tested`] : []),
    ...(isNarrow ? [`${mandatory.length - selected} not selected`] : []),
    ...(open === 0 ? [] : [`${open} inconclusive`]),
  ]
  const which = known.length === 0 ? 'mandatory' : 'other mandatory'
  const what =
    passed === 1 ? `The 1 ${which} requirement that was tested` : `All ${passed} ${which} requirements that were tested`
  const head = passed === 0 ? 'No mandatory requirement failed' : `${what} passed`
  return rest.length === 0 ? head : `${head} (${rest.join(', ')})`
}

/**
 * Returns, for example, `2 planned requirements were not tested on at least one operation: a.b, c.d`. If there are too
 * many to name, gives the most frequent reason of their results instead. If the run was cut short, that is the reason.
 */
export function undecidedInWords(
  open: readonly ResultName[],
  results: readonly RequirementResult[],
  limits: readonly Limit[],
): string {
  const ids = [...new Set(open.map(({ requirement }) => requirement))]
  const keys = new Set(open.map(({ requirement, operation }) => resultKey(requirement, operation)))
  const own = results.flatMap(({ id, operations }) =>
    operations.filter(({ operation }) => keys.has(resultKey(id, operation))).map((one) => ({ id, ...one })),
  )
  const head = openInWords(ids, new Set(own.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id)))
  const cut = limits.find(isCut)?.text
  if (ids.length <= named) return `${head}: ${ids.join(', ')}${cut === undefined ? '' : `; ${cut}`}`
  return cut === undefined ? `${head}${usualReason(own)}` : `${head}; ${cut}`
}

/** Counts in the words of the columns of the report: a result that was not tested is not in that of the inconclusive. */
function openInWords({ length }: readonly string[], { size: inconclusive }: ReadonlySet<string>): string {
  const planned = counted(length, 'planned requirement')
  const were = length === 1 ? 'was' : 'were'
  if (inconclusive === 0) return `${planned} ${were} not tested on at least one operation`
  if (inconclusive === length) return `${planned} ${were} inconclusive on at least one operation`
  const parts = `${length - inconclusive} not tested, ${inconclusive} inconclusive`
  return `${planned} ${were} not decided on at least one operation (${parts})`
}

/** Returns, for example, `; most frequent reason: the target did not answer`. A tie goes to the first reason. */
export function usualReason(results: readonly OperationResult[]): string {
  const counts = new Map<string, number>()
  for (const { reason, findings } of results) {
    const told = findings[0]?.message ?? reason
    counts.set(told, (counts.get(told) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  return most === undefined ? '' : `; most frequent reason: ${most[0]}`
}

/** Returns the first few ids, and how many more there are. */
export function idsInWords(ids: readonly string[]): string {
  const distinct = [...new Set(ids)]
  const more = distinct.length - named
  const shown = distinct.slice(0, named).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown
}

/**
 * Returns the titles of the first causes of failed results, as far as they fit in a number of characters. If none fits,
 * returns the first one shortened, or the number of causes.
 */
function causesInWords(failed: readonly Failed[], causes: readonly Cause[], room: number): string {
  const keys = new Set(failed.map(({ id, operation }) => resultKey(id, operation)))
  const own = causes.filter((cause) =>
    cause.requirements.some(({ requirement, operation }) => keys.has(resultKey(requirement, operation))),
  )
  for (let count = Math.min(named, own.length); count > 0; count -= 1) {
    const words = listed(
      own.slice(0, count).map(({ title }) => title),
      own.length,
    )
    if (words.length <= room) return words
  }
  const [first] = own
  if (first === undefined) return ''
  const short = shortTitle(first, room - listed([''], own.length).length)
  return short === undefined ? counted(own.length, 'cause') : listed([short], own.length)
}

/** Returns titles of causes, and how many more causes there are. */
function listed(shown: readonly string[], all: number): string {
  const more = all - shown.length
  return [...shown, ...(more > 0 ? [`and ${counted(more, 'more cause')}`] : [])].join('; ')
}

/**
 * Shortens the sentence of a title that is too long, and of its operations gives at most the number. Returns `undefined`
 * if nothing that says something is short enough.
 */
function shortTitle({ title, requirements: results }: Cause, most: number): string | undefined {
  if (title.length <= most) return title
  const operations = [...new Set(results.map(({ operation }) => operation))]
  const all = ` [${operationsInWords(operations)}]`
  const sentence = title.endsWith(all) ? title.slice(0, -all.length) : title
  const tail = operations.length === 1 ? all : ` [${operations.length} operations]`
  if (sentence.length + tail.length <= most) return `${sentence}${tail}`
  const beginning = cut(sentence, Math.max(0, most - `…${tail}`.length))
  return beginning.length < fewestCharacters ? undefined : `${beginning}…${tail}`
}

/** Cuts a text after a word, and not inside a quoted name. */
function cut(text: string, most: number): string {
  const beginning = text.slice(0, most + 1)
  const isQuoting = beginning.split('`').length % 2 === 0
  const end = beginning.lastIndexOf(isQuoting ? '`' : ' ')
  return text.slice(0, end > 0 ? end : most).trimEnd()
}

function idsOf(failed: readonly Failed[]): readonly string[] {
  return [...new Set(failed.map(({ id }) => id))]
}
