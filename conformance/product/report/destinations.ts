import { dirname, join, relative, resolve } from 'node:path'
import { type Format, fileNames, formats } from '../../../reports/formats.ts'
import { factsOf, isSpecial, nearestExistingPath } from '../../core/files/file-facts.ts'
import { isForeign, recordIn } from '../../core/files/own-files.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { choice } from '../config/choices.ts'

/** The destination of one report. */
export interface Destination<Name extends string = Format> {
  readonly format: Name
  /** An absolute path, or `null` for standard output. */
  readonly file: string | null
  /** The path for messages: a name within the folder for reports, or the given path. */
  readonly name: string
  /** True if the user named the file. */
  readonly isElsewhere?: true
}

/** The default formats of a run. */
export const usualFormats = ['json', 'html', 'junit'] as const satisfies readonly Format[]

/** The help text of `--reporter` of commands that write no files without `--out`. */
export const reporterHelp = `The reports to write: ${formats.join(', ')} (with --out ${usualFormats.join(', ')}). NAME=PATH writes one to a file of its own, NAME=- to standard output.`

/** The formats of a command with their default file names, and its default formats. */
export interface OfferedFormats<Name extends string> {
  readonly files: Readonly<Record<Name, string | null>>
  readonly usual: readonly Name[]
}

/** The folders for destinations. */
export interface Places {
  /** The absolute path of the folder for reports; `undefined` if none was named. */
  readonly out: string | undefined
  readonly cwd: string
  /** Files that no report may overwrite. */
  readonly kept: readonly string[]
}

/** Reads destinations, for example `html,junit=ci/junit.xml,markdown=-`. Writes nothing. */
export function destinationsOf(texts: readonly string[] | undefined, places: Places): readonly Destination[] {
  return destinationsAmong({ files: fileNames, usual: usualFormats }, texts, places)
}

/** Reads destinations for a command with its own formats. */
export function destinationsAmong<Name extends string>(
  offer: OfferedFormats<Name>,
  texts: readonly string[] | undefined,
  places: Places,
): readonly Destination<Name>[] {
  const requested = texts === undefined ? offer.usual : texts.flatMap((text) => text.split(','))
  const destinations = [...new Set(requested)].map((text) => destinationOf(text.trim(), offer, places))
  rejectClashes(destinations)
  rejectFiles(destinations, places)
  return destinations
}

/** Rejects destinations that are folders, or files that no report may replace. Throws a `UsageError`. */
export function rejectFiles(destinations: readonly Destination<string>[], places: Pick<Places, 'kept' | 'cwd'>): void {
  for (const destination of destinations)
    if (destination.file !== null) rejectFile(destination, destination.file, places)
}

function destinationOf<Name extends string>(
  requested: string,
  { files }: OfferedFormats<Name>,
  { out, cwd }: Places,
): Destination<Name> {
  const [name = '', ...rest] = requested.split('=')
  const format = choice('reporter', name, Object.keys(files) as Name[])
  const path = rest.length === 0 ? undefined : rest.join('=')
  if (path === '') throw new UsageError(`--reporter ${requested}: name a file after the =, or - for standard output`)
  if (path === '-') return { format, file: null, name: '-' }
  if (path !== undefined) return { format, file: resolve(cwd, path), name: path, isElsewhere: true }
  const usual = files[format]
  if (usual === null) return { format, file: null, name: '-' }
  if (out === undefined)
    throw new UsageError(
      `--reporter ${name} writes a file; choose its place with --out DIR, or --reporter ${name}=PATH`,
    )
  return { format, file: join(out, usual), name: usual }
}

/** Formats that may share standard output: text for people, and annotations. */
const logs: ReadonlySet<string> = new Set(['terminal', 'text', 'github'])

function rejectClashes(destinations: readonly Destination<string>[]): void {
  for (const [index, one] of destinations.entries()) {
    const other = destinations.slice(index + 1).find(({ file }) => file === one.file)
    if (other === undefined || (one.file === null && logs.has(one.format) && logs.has(other.format))) continue
    const where = one.file === null ? 'standard output' : one.name
    throw new UsageError(`--reporter: ${one.format} and ${other.format} would both go to ${where}; name another file`)
  }
}

function rejectFile(
  { format, name, isElsewhere }: Destination<string>,
  path: string,
  { kept, cwd }: Pick<Places, 'kept' | 'cwd'>,
): void {
  const given = isElsewhere === true ? `--reporter ${format}=${name}` : relative(cwd, path)
  const rejected = (why: string) => new UsageError(`${given}: ${why}`)
  if (name.endsWith('/') || factsOf(path)?.isDirectory()) throw rejected('it is a folder; name a file')
  if (kept.some((other) => isSameFile(other, path)))
    throw rejected('a report would overwrite its own source; name another file')
  if (isSpecial(path)) throw rejected(`it is not a regular file; ${remedyForSpecial(isElsewhere)}`)
  if (isForeign(path)) throw rejected(`the file was not written by mgi; ${remedyFor(isElsewhere)}`)
  const record = recordIn(path)
  if (record === 'evidence' || (record === 'results' && format !== 'json'))
    throw rejected(`the file has the ${record} of a run; ${remedyFor(isElsewhere)}`)
  const parent = nearestExistingPath(dirname(path))
  if (!factsOf(parent)?.isDirectory()) throw rejected(`${parent} is not a folder; name another file`)
}

function remedyFor(isElsewhere: true | undefined): string {
  return isElsewhere === true ? 'move it, or name another file' : 'move it, or name another folder with --out'
}

function remedyForSpecial(isElsewhere: true | undefined): string {
  return isElsewhere === true ? 'use - for standard output, or name another file' : remedyFor(isElsewhere)
}

export function isSameFile(one: string, other: string): boolean {
  if (resolve(one) === resolve(other)) return true
  const [a, b] = [factsOf(one), factsOf(other)]
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev
}
