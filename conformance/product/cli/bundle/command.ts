import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { badgeLabel, badgeMessage } from '../../../../reports/badge.ts'
import { escapeMarkdown } from '../../../../reports/markdown/text.ts'
import { factsOf, isSpecial } from '../../../core/files/file-facts.ts'
import { makeFolders } from '../../../core/files/make-folders.ts'
import { fileInFolder } from '../../../core/files/open-file.ts'
import { outFolder } from '../../../core/files/out-folder.ts'
import { isInternalAddress } from '../../../core/model/internal-address.ts'
import type { Report } from '../../../core/model/report.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { withPlugins } from '../../../specification/plugins/load-plugins.ts'
import { copied } from '../../bundle/contents.ts'
import {
  compareWithEvidence,
  isOwnCatalogue,
  isOwnSpecification,
  judgedAgain,
  openInWords,
} from '../../bundle/judge-again.ts'
import { type BundleSources, makeBundle } from '../../bundle/make-bundle.ts'
import { manifestSummaryOf } from '../../bundle/manifest.ts'
import { signingKey } from '../../bundle/signature.ts'
import { docsUrl } from '../../config/docs-url.ts'
import { rejectUnknownAdditions } from '../../recorded/added-requirements.ts'
import { readHeader } from '../../recorded/evidence-file.ts'
import { done, exitCode } from '../../report/exit-code.ts'
import { readResults } from '../../report/read-results.ts'
import { command, ungrouped } from '../command.ts'
import { type Io, noteTo, oneLine } from '../io.ts'
import { catalogueOfReport } from '../options/edition.ts'
import { configOptionSpecs } from '../run/options/config-options.ts'

export const bundleCommand = command({
  name: 'bundle',
  summary: 'Packs a run into a folder that others can verify: results, evidence, reports, digests and a signature.',
  usage: 'bundle RUN_DIR [--out DIR] [--sign KEY.pem] [--publish URL]',
  positionals: 1,
  options: {
    out: { type: 'string', value: 'DIR', help: 'The folder to create; it must not exist yet (default mgi-bundle).' },
    plugin: ungrouped(configOptionSpecs.plugin),
    publish: {
      type: 'string',
      value: 'URL',
      help: 'Make its files readable for all, and print the Markdown that shows its badge from this address.',
    },
    sign: { type: 'string', value: 'KEY.pem', help: 'Sign it with this Ed25519 private key.' },
  },
  notes: [
    'The README of the bundle lists the limits of the run, excused failures and what was not tested.',
    'Exit status: 0 the bundle was written, whatever its verdict; 2 usage error, or the results do not follow from their evidence; 3 the bundle could not be written; 130 interrupted.',
  ],
  async run({ positionals: [path], values, io }) {
    if (path === undefined) throw new UsageError('bundle needs the folder of a run: mgi bundle mgi-report')
    const run = resolve(io.cwd, path)
    for (const name of copied) assertFile(path, run, name)
    const outAsGiven = values.out ?? 'mgi-bundle'
    const out = newFolder(outAsGiven, io.cwd)
    const address = values.publish === undefined ? undefined : publicAddress(values.publish)
    const key = values.sign === undefined ? undefined : signingKey(values.sign, io.cwd)
    const judged = await readJudged(path, values.plugin, io)
    if (judged === undefined) return exitCode.interrupted
    const { report, header, open } = judged
    if (!(await isMade({ run, report, header, key, isPublic: address !== undefined }, out, io)))
      return exitCode.inconclusive
    const { verdict, caveats } = manifestSummaryOf(report)
    const notes = open.length === 0 ? caveats : [...caveats, openInWords(open)]
    const caveatLines = notes.map((caveat) => `  - ${oneLine(caveat)}\n`).join('')
    io.stdout.write(`${outAsGiven}: ${verdict}${key === undefined ? ', not signed' : ', signed'}\n${caveatLines}`)
    if (address === undefined) return done
    if (isInternalAddress(report.target.url) && !report.target.embedded)
      io.stderr.write(
        `mgi: the files in ${outAsGiven} contain the address ${report.target.url}; to keep it from others, test the public address\n`,
      )
    io.stdout.write(`\n${badgeLine(report, address)}\n`)
    return done
  },
})

function newFolder(asGiven: string, cwd: string): string {
  const out = resolve(cwd, asGiven)
  if (factsOf(out) !== undefined || isSpecial(out))
    throw new UsageError(`--out ${asGiven}: the folder exists already; name another folder`)
  outFolder(asGiven, cwd)
  return out
}

/**
 * Reads a run whose results follow from its evidence, with the results that the evidence leaves open. Throws a
 * `UsageError` for others. Returns `undefined` if the user interrupted it.
 */
async function readJudged(path: string, plugins: readonly string[] | undefined, io: Io) {
  const run = resolve(io.cwd, path)
  const report = readResults(join(run, 'results.json'), noteTo(io))
  const evidence = join(run, 'exchanges.ndjson')
  const header = await readHeader(evidence, io.signal)
  if (header === undefined) throw new UsageError(`${evidence} is not an evidence file of mgi; mgi run writes it`)
  const edition = catalogueOfReport(report, join(path, 'results.json'))
  const catalogue = await withPlugins(edition, plugins, undefined, io.cwd)
  await rejectUnknownAdditions([evidence], catalogue)
  if (!isOwnCatalogue(report, catalogue) || !isOwnSpecification(report))
    throw new UsageError(
      `${path} was judged by another catalogue of requirements or against another version of the specification; judge it again first: mgi check ${path}/exchanges.ndjson --out DIR`,
    )
  const again = await judgedAgain(evidence, report, catalogue, io.signal)
  if (again === undefined) return undefined
  const { wrong, open } = compareWithEvidence(report, again)
  if (wrong !== undefined) throw new UsageError(`${path}: ${wrong}; bundle a run whose files belong together`)
  return { report, header, open }
}

/** Returns the address where the bundle will be, with a slash at its end. */
function publicAddress(text: string): string {
  const url = docsUrl(text, '--publish')
  return url.endsWith('/') ? url : `${url}/`
}

/** Returns the Markdown of the badge, which links to the page of the bundle. */
function badgeLine(report: Report, address: string): string {
  const alt = escapeMarkdown(`${badgeLabel(report)}: ${badgeMessage(report)}`)
  return `[![${alt}](${address}reports/badge.svg)](${address})`
}

/** Writes a bundle completely or not at all. */
async function isMade(material: BundleSources, out: string, { stderr }: Io): Promise<boolean> {
  let part: string | undefined
  try {
    makeFolders(dirname(out))
    part = mkdtempSync(`${out}.part-`)
    // The temporary folder itself is private, and the bundle is not.
    await makeBundle(material, join(part, 'bundle'))
    renameSync(join(part, 'bundle'), out)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (factsOf(out) !== undefined)
      throw new UsageError(`--out ${out}: another command has created the folder in the meantime; name another folder`)
    stderr.write(`mgi: ${out} cannot be created (${code})\n`)
    return false
  } finally {
    if (part !== undefined) rmSync(part, { recursive: true, force: true })
  }
}

function assertFile(path: string, run: string, name: string): void {
  const file = fileInFolder(run, name)
  if (file === undefined || factsOf(file)?.isFile() !== true)
    throw new UsageError(
      `${path} is not the folder of a run: there is no ${join(run, name)}; mgi run writes results.json and exchanges.ndjson`,
    )
}
