import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { KnownGroup } from '../../judge/index.ts'
import type { Catalogue } from '../../model/suite.ts'
import type { LoadedConfig } from '../config/config.ts'
import { factsOf } from '../file-facts.ts'
import { UsageError } from '../usage-error.ts'
import type { KnownEntry } from './entry.ts'
import { assertReasons, readKnownFailures, resolved } from './read.ts'

/** The list of known failures of a run, and where a new one goes. */
export interface KnownFailureOptions {
  /** Absent where there is no list. */
  readonly groups: readonly KnownGroup[] | undefined
  readonly entries: readonly KnownEntry[]
  readonly write: { readonly file: string; readonly name: string; readonly replaces: boolean } | undefined
}

/** Reads the list that the command line names, else the one of the config file. */
export function readKnownFailureOptions(
  given: { readonly 'known-failures'?: string; readonly 'write-known-failures'?: string },
  loaded: LoadedConfig | undefined,
  cwd: string,
  { requirements }: Pick<Catalogue, 'requirements'>,
): KnownFailureOptions {
  const file = listFile(given['known-failures'], loaded, cwd)
  const inline = loaded?.config.knownFailures
  const entries = file === undefined ? inlineEntries(inline, loaded) : readKnownFailures(file.path, file.name)
  const ids = requirements.map(({ id }) => id)
  return {
    groups: entries === undefined ? undefined : resolved(entries, ids),
    entries: entries ?? [],
    write: writeTo(given['write-known-failures'], cwd, file?.path),
  }
}

function inlineEntries(
  list: string | readonly KnownEntry[] | undefined,
  loaded: LoadedConfig | undefined,
): readonly KnownEntry[] | undefined {
  if (list === undefined || typeof list === 'string' || loaded === undefined) return undefined
  assertReasons(list, (index) => loaded.at(`/knownFailures/${index}/reason`))
  return list
}

function listFile(
  given: string | undefined,
  loaded: LoadedConfig | undefined,
  cwd: string,
): { readonly path: string; readonly name: string } | undefined {
  if (given !== undefined) return { path: resolve(cwd, given), name: given }
  const named = loaded?.config.knownFailures
  if (typeof named !== 'string' || loaded === undefined) return undefined
  return { path: resolve(dirname(loaded.file), named), name: named }
}

/** A list is written anew only where it is the one that was read; any other file stays as it is. */
function writeTo(name: string | undefined, cwd: string, read: string | undefined): KnownFailureOptions['write'] {
  if (name === undefined) return undefined
  const file = resolve(cwd, name)
  const replaces = existsSync(file)
  if (replaces && file !== read)
    throw new UsageError(
      `--write-known-failures ${name}: the file is there already; give it as --known-failures too to have it brought up to date, or name another one`,
    )
  const parent = factsOf(dirname(file))
  if (parent === undefined)
    throw new UsageError(
      `--write-known-failures ${name}: there is no folder ${dirname(name)}; make it, or name another file`,
    )
  if (!parent.isDirectory())
    throw new UsageError(`--write-known-failures ${name}: ${dirname(name)} is not a folder; name another file`)
  return { file, name, replaces }
}
