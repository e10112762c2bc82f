import type { KeyObject } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { validate } from '../../../schemas/index.ts'
import { readFile } from '../../core/files/open-file.ts'
import { toolIdentity } from '../../core/files/tool-identity.ts'
import type { Report } from '../../core/model/report.ts'
import { counted } from '../../core/text/counted.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { parseJson } from '../../core/wire/parse-json.ts'
import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import { copied, derivedFiles, manifestName, signatureName } from './contents.ts'
import { type FolderContent, filesIn, listed } from './digests.ts'
import { type Manifest, manifestSummaryOf } from './manifest.ts'
import { isSignedBy } from './signature.ts'

/** The answer to one question about a bundle. */
export interface Answer {
  /** `unknown` if this version cannot decide, `unasked` if the caller did not ask. */
  readonly holds: 'yes' | 'no' | 'unknown' | 'unasked'
  /** One line with the subject of the question and the problem, if any. */
  readonly text: string
}

export function yes(text: string): Answer {
  return { holds: 'yes', text }
}

export function no(text: string): Answer {
  return { holds: 'no', text }
}

export function unknown(text: string): Answer {
  return { holds: 'unknown', text }
}

function unasked(text: string): Answer {
  return { holds: 'unasked', text }
}

/** The format that this version reads and writes. */
const formatVersion = 2

/** The most bytes of a manifest, which lists about ten files. */
const longestManifest = 16 * 1024 * 1024

/** The length of an Ed25519 signature in bytes. */
const signatureBytes = 64

/** A bundle that is not trusted. Only the regular files of its listing are opened, never links. */
export interface OpenBundle {
  readonly folder: string
  readonly content: FolderContent
}

/** Lists the files of a bundle. A folder that cannot be read has none. */
export function openBundle(folder: string): OpenBundle {
  try {
    return { folder, content: filesIn(folder) }
  } catch {
    return { folder, content: { files: [], strange: [] } }
  }
}

/** Returns whether a bundle has a regular file with this name. */
function has({ content }: OpenBundle, name: string): boolean {
  return content.files.includes(name)
}

function sizeOf({ folder }: OpenBundle, name: string): number {
  return lstatSync(join(folder, name)).size
}

/**
 * Returns the manifest of a bundle, or the reason why verification fails. Throws a `UsageError` for a folder without
 * manifest and signature, which never was a bundle. A bundle with a damaged manifest, or with only a signature, is not
 * valid.
 */
export function manifestIn(bundle: OpenBundle, path: string): Manifest | Answer {
  if (bundle.content.strange.includes(manifestName)) return no(`${manifestName} is not a regular file`)
  if (!has(bundle, manifestName)) {
    if (has(bundle, signatureName)) return no(`${manifestName} is missing`)
    throw new UsageError(
      `${path} is not a bundle: there is no ${manifestName} in it; name the folder that has one (mgi bundle makes it)`,
    )
  }
  if (sizeOf(bundle, manifestName) > longestManifest) return no(`${manifestName} is too long`)
  const value = parseJson(manifestText(join(bundle.folder, manifestName), path))
  if (value === undefined) return no(`${manifestName} is not JSON`)
  const { formatVersion: version } = (value ?? {}) as { readonly formatVersion?: unknown }
  if (typeof version === 'number' && version !== formatVersion)
    return unknown(`${manifestName} has the format version ${version}, and this version of mgi reads ${formatVersion}`)
  const [violation] = validate('results/manifest', value).violations
  return violation === undefined ? (value as Manifest) : no(`${manifestName}: ${violation.message.slice(0, 160)}`)
}

function manifestText(file: string, path: string): string {
  try {
    return readFile(file).toString('utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`${path}: its ${manifestName} cannot be read (${code}); ask its owner for a copy`)
  }
}

/** The answers about the files of a bundle, and the names of those that match the manifest. */
export interface FileAnswers {
  readonly answers: readonly Answer[]
  /** Only these may be opened again. */
  readonly matching: ReadonlySet<string>
}

/**
 * Checks that a bundle contains exactly the files that its manifest lists, all unchanged. Does not open a file that is
 * not listed, or that has another length. Returns `undefined` if the user interrupted it.
 */
export async function fileAnswers(
  bundle: OpenBundle,
  { files }: Manifest,
  signal: AbortSignal,
): Promise<FileAnswers | undefined> {
  const { files: there, strange } = bundle.content
  const names = files.map(({ name }) => name)
  const allowed = new Set([...names, manifestName, signatureName])
  const wrong: Answer[] = [
    ...[...copied, 'config.json', 'README.md', 'index.html']
      .filter((name) => !names.includes(name))
      .map((name) => no(`the manifest does not list ${name}`)),
    ...(new Set(names).size === names.length ? [] : [no('the manifest lists a file twice')]),
    ...strange.map((name) => no(`${name} is not a regular file`)),
    ...there.filter((name) => !allowed.has(name)).map((name) => no(`${name} is not in the manifest: it was added`)),
    ...names.filter((name) => !there.includes(name) && !strange.includes(name)).map((name) => no(`${name} is missing`)),
  ]
  const matching = new Set<string>()
  for (const file of files) {
    if (!has(bundle, file.name)) continue
    const isMatching =
      sizeOf(bundle, file.name) === file.bytes &&
      (await listed(bundle.folder, file.name, signal)).sha256 === file.sha256
    if (signal.aborted) return undefined
    if (isMatching) matching.add(file.name)
    else wrong.push(no(`${file.name} does not match the manifest`))
  }
  const matches = `${counted(files.length, 'file')} ${files.length === 1 ? 'matches' : 'match'} the manifest`
  return { answers: wrong.length > 0 ? wrong : [yes(matches)], matching }
}

/**
 * Checks everything that is derived from the results: the summary in the manifest, the configuration and the reports.
 * Those that do not match the manifest are not opened.
 */
export function derivedAnswers(
  { folder }: OpenBundle,
  { matching }: Pick<FileAnswers, 'matching'>,
  manifest: Manifest,
  report: Report,
  header: EvidenceHeader,
): readonly Answer[] {
  const { version } = toolIdentity()
  if (manifest.tool.version !== version)
    return [
      unknown(`the reports were made by version ${manifest.tool.version}; version ${version} cannot compare them`),
    ]
  const isFrontTrue = isDeepStrictEqual(manifest.summary, JSON.parse(JSON.stringify(manifestSummaryOf(report))))
  const front = isFrontTrue
    ? yes('README and manifest match results.json')
    : no('the manifest does not match results.json')
  const expected = derivedFiles(report, header)
  const wrong = Object.entries(expected).filter(
    ([name, text]) => !matching.has(name) || storedText(join(folder, name)) !== text,
  )
  const reports =
    wrong.length === 0
      ? [yes('the reports match results.json')]
      : wrong.map(([name]) => no(`${name} does not match the results`))
  return [front, ...reports]
}

function storedText(file: string): string | undefined {
  try {
    return readFile(file).toString('utf8')
  } catch {
    return undefined
  }
}

/** Checks the signature of the manifest. A bundle may be unsigned unless the user requires a key. */
export function signatureAnswer(bundle: OpenBundle, key: KeyObject | undefined): Answer {
  const isSigned = has(bundle, signatureName)
  if (key === undefined)
    return unasked(isSigned ? 'it is signed; verify the signature with --key PUB.pem' : 'it is not signed')
  if (!isSigned) return no('it is not signed, and --key requires a signature')
  return isSignatureOf(bundle, key)
    ? yes('the signature of the manifest is valid for this key')
    : no('the signature is not valid: it was made with another key, or the manifest was changed')
}

function isSignatureOf(bundle: OpenBundle, key: KeyObject): boolean {
  if (sizeOf(bundle, signatureName) !== signatureBytes) return false
  const [manifest, signature] = [manifestName, signatureName].map((name) => readFile(join(bundle.folder, name)))
  return isSignedBy(key, manifest!, signature!)
}
