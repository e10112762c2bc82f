import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { factsOf, isSpecial, isWritable } from '../../../core/files/file-facts.ts'
import type { ResultName } from '../../../core/model/report.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import type { Source } from '../../../core/text/document.ts'
import { globsLike, matchesGlob } from '../../../core/text/glob.ts'
import { suggestion } from '../../../core/text/nearest.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import type { KnownGroup } from '../../../engine/judge/index.ts'
import type { LoadedConfig } from '../config.ts'
import { isNamed, type KnownEntry, resultNames } from './entry.ts'
import { checkedEntries, type KnownList, readKnownFailures, resolved } from './read.ts'

/** The list of known failures of a run, and the path of a new one. */
export interface KnownFailureOptions {
  /** `undefined` if there is no list. */
  readonly groups: readonly KnownGroup[] | undefined
  readonly entries: readonly KnownEntry[]
  /** Problems of the list, one a line. They are reported before the run starts. */
  readonly doubts: readonly string[]
  readonly write: { readonly file: string; readonly name: string; readonly replaces: boolean } | undefined
}

/** Reads the list that the command line names, or else the config file. */
export function readKnownFailureOptions(
  given: { readonly 'known-failures'?: string; readonly 'write-known-failures'?: string },
  loaded: LoadedConfig | undefined,
  cwd: string,
  { requirements }: Pick<Catalogue, 'requirements'>,
): KnownFailureOptions {
  const source = listFile(given['known-failures'], loaded, cwd)
  const list = source === undefined ? inlineList(loaded) : readKnownFailures(source)
  const names = resultNames(requirements)
  return {
    groups: list === undefined ? undefined : resolved(list.entries, names),
    entries: list?.entries ?? [],
    doubts: list === undefined ? [] : unmatchedInWords(list, names),
    write: writeTo(given['write-known-failures'], cwd, source?.file),
  }
}

function inlineList(loaded: LoadedConfig | undefined): KnownList | undefined {
  const entries = loaded?.config.knownFailures
  if (loaded === undefined || entries === undefined || typeof entries === 'string') return undefined
  return checkedEntries({ entries, at: (pointer) => loaded.at(`/knownFailures${pointer}`) })
}

function listFile(given: string | undefined, loaded: LoadedConfig | undefined, cwd: string): Source | undefined {
  const withAdvice = (source: Source): Source => ({
    ...source,
    ifMissing: `\`mgi run --write-known-failures ${source.name}\` writes it`,
  })
  if (given !== undefined)
    return withAdvice({ file: resolve(cwd, given), name: given, shownName: `--known-failures ${given}` })
  const named = loaded?.config.knownFailures
  if (typeof named !== 'string' || loaded === undefined) return undefined
  const shownName = `${loaded.at('/knownFailures')}: knownFailures is ${JSON.stringify(named)}`
  return withAdvice({ file: resolve(dirname(loaded.file), named), name: named, shownName })
}

/** Returns the file to write. Rejects existing files other than the list that was read. */
function writeTo(name: string | undefined, cwd: string, read: string | undefined): KnownFailureOptions['write'] {
  if (name === undefined) return undefined
  const file = resolve(cwd, name)
  if (isSpecial(file))
    throw new UsageError(`--write-known-failures ${name}: it is not a regular file; name another file`)
  if (factsOf(file)?.isDirectory() === true)
    throw new UsageError(`--write-known-failures ${name}: it is a folder; name a file in it`)
  const replaces = existsSync(file)
  if (replaces && file !== read)
    throw new UsageError(
      `--write-known-failures ${name}: the file exists already; also give it as --known-failures to update it, or name another file`,
    )
  const parent = factsOf(dirname(file))
  if (parent === undefined)
    throw new UsageError(
      `--write-known-failures ${name}: there is no folder ${dirname(name)}; create it, or name another file`,
    )
  if (!parent.isDirectory())
    throw new UsageError(`--write-known-failures ${name}: ${dirname(name)} is not a folder; name another file`)
  if (!isWritable(dirname(file)))
    throw new UsageError(
      `--write-known-failures ${name}: this user cannot write to the folder ${dirname(name)}; name another file`,
    )
  return { file, name, replaces }
}

/** Lists the entries that match no requirement, one a line. They make every run nonconforming. */
function unmatchedInWords({ entries, at }: KnownList, names: readonly ResultName[]): readonly string[] {
  const ids = [...new Set(names.map(({ requirement }) => requirement))]
  return entries.flatMap((entry, index) => {
    if (names.some((name) => isNamed(entry, name))) return []
    const { requirement, operations = [] } = entry
    const isKnown = ids.some((id) => matchesGlob(requirement, id))
    const [place, what] = isKnown
      ? [`/${index}/operations`, `${requirement} is not judged on ${operations.join(', ')}`]
      : [
          `/${index}/requirement`,
          `no requirement matches ${requirement}${suggestion(requirement, globsLike(requirement, ids))}`,
        ]
    return [`${at(place)}: ${what}, and that fails the run; correct it, or take it off the list`]
  })
}
