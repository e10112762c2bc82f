import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { validate } from '../../../schemas/index.ts'
import { factsOf } from '../../core/files/file-facts.ts'
import { toolIdentity } from '../../core/files/tool-identity.ts'
import type { Report } from '../../core/model/report.ts'
import { UsageError } from '../../core/model/usage-error.ts'
import { counted } from '../../core/text/counted.ts'
import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import { copied, manifestName, readmeOf, reportFiles, runConfigText, signatureName } from './contents.ts'
import { filesIn, listed } from './digests.ts'
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

/**
 * Returns the manifest of a bundle, or the reason why verification fails. Throws a `UsageError` for a folder without
 * manifest and signature, which never was a bundle. A bundle with a damaged manifest, or with only a signature, is not
 * valid.
 */
export function manifestIn(folder: string, path: string): Manifest | Answer {
  const file = join(folder, manifestName)
  if (factsOf(file)?.isFile() !== true) {
    if (factsOf(join(folder, signatureName))?.isFile() === true) return no(`${manifestName} is missing`)
    throw new UsageError(`${path} is not a bundle: there is no ${manifestName} in it; mgi bundle makes one`)
  }
  const value = parsed(manifestText(file, path))
  if (value === undefined) return no(`${manifestName} is not JSON`)
  const { formatVersion: version } = (value ?? {}) as { readonly formatVersion?: unknown }
  if (typeof version === 'number' && version !== formatVersion)
    return unknown(`${manifestName} has the format version ${version}, and this version of mgi reads ${formatVersion}`)
  const [violation] = validate('results/manifest', value).violations
  return violation === undefined ? (value as Manifest) : no(`${manifestName}: ${violation.message.slice(0, 160)}`)
}

function manifestText(file: string, path: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`${path}: its ${manifestName} cannot be read (${code}); ask its owner for a copy`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Checks that a bundle contains exactly the files that its manifest lists, all unchanged. */
export async function fileAnswers(folder: string, { files }: Manifest): Promise<readonly Answer[]> {
  const { files: there, strange } = filesIn(folder)
  const names = files.map(({ name }) => name)
  const allowed = new Set([...names, manifestName, signatureName])
  const wrong: Answer[] = [
    ...[...copied, 'config.json', 'README.md']
      .filter((name) => !names.includes(name))
      .map((name) => no(`the manifest does not list ${name}`)),
    ...(new Set(names).size === names.length ? [] : [no('the manifest lists a file twice')]),
    ...strange.map((name) => no(`${name} is not a regular file`)),
    ...there.filter((name) => !allowed.has(name)).map((name) => no(`${name} is not in the manifest: it was added`)),
    ...names.filter((name) => !there.includes(name)).map((name) => no(`${name} is missing`)),
  ]
  for (const file of files) {
    if (!there.includes(file.name)) continue
    const { sha256, bytes } = await listed(folder, file.name)
    if (sha256 !== file.sha256 || bytes !== file.bytes) wrong.push(no(`${file.name} does not match the manifest`))
  }
  return wrong.length > 0
    ? wrong
    : [yes(`${counted(files.length, 'file')} ${files.length === 1 ? 'matches' : 'match'} the manifest`)]
}

/**
 * Checks everything that is derived from the results: the summary in the manifest, the configuration and the reports.
 */
export function derivedAnswers(
  folder: string,
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
  const expected = {
    ...reportFiles(report),
    'README.md': readmeOf(manifestSummaryOf(report)),
    'config.json': runConfigText(header),
  }
  const wrong = Object.entries(expected).filter(([name, text]) => storedText(join(folder, name)) !== text)
  const reports =
    wrong.length === 0
      ? [yes('the reports match results.json')]
      : wrong.map(([name]) => no(`${name} does not match the results`))
  return [front, ...reports]
}

function storedText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Checks the signature of the manifest. A bundle may be unsigned unless the user requires a key. */
export function signatureAnswer(folder: string, key: KeyObject | undefined): Answer {
  const file = join(folder, signatureName)
  const isSigned = factsOf(file)?.isFile() === true
  if (key === undefined)
    return unasked(isSigned ? 'it is signed; verify the signature with --key PUB.pem' : 'it is not signed')
  if (!isSigned) return no('it is not signed, and --key requires a signature')
  return isSignedBy(key, readFileSync(join(folder, manifestName)), readFileSync(file))
    ? yes('the signature of the manifest is valid for this key')
    : no('the signature is not valid: it was made with another key, or the manifest was changed')
}
