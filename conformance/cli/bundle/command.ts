import { existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { command } from '../command.ts'
import { done, exitCode } from '../exit-code.ts'
import { factsOf } from '../file-facts.ts'
import type { Io } from '../io.ts'
import { oneLine } from '../one-line.ts'
import { outFolder } from '../options/out-folder.ts'
import { readResults } from '../results/read-results.ts'
import { UsageError } from '../usage-error.ts'
import { copied } from './contents.ts'
import { discrepancy, isOwnCatalogue, judgedAgain } from './judge-again.ts'
import { signingKey } from './keys.ts'
import { type Material, makeBundle } from './make-bundle.ts'
import { faceOf } from './manifest.ts'
import { readHeader } from './read-header.ts'

/** Makes a bundle of a run that others can verify. */
export const bundleCommand = command({
  name: 'bundle',
  summary: 'Makes a folder of a run that others can verify: results, evidence, reports, digests and a signature.',
  usage: 'bundle RUN_DIR [--out DIR] [--sign KEY.pem]',
  positionals: 1,
  options: {
    out: { type: 'string', value: 'DIR', help: 'The folder to make; it must not be there yet (default mgi-bundle).' },
    sign: { type: 'string', value: 'KEY.pem', help: 'Sign it with this Ed25519 private key.' },
  },
  notes: [
    'What narrowed the run down, what is excused and what was not tested stands on the front of the bundle.',
    'Exit status: 0 the bundle is made, whatever its verdict is; 2 misuse, which results that do not follow from their',
    'evidence are too; 3 it could not be made; 130 interrupted.',
  ],
  async run({ positionals: [path], values, io }) {
    if (path === undefined) throw new UsageError('bundle needs the folder of a run: mgi bundle mgi-report')
    const run = resolve(io.cwd, path)
    for (const name of copied) assertFile(path, join(run, name))
    const outAsGiven = values.out ?? 'mgi-bundle'
    const out = resolve(io.cwd, outAsGiven)
    if (existsSync(out)) throw new UsageError(`--out ${outAsGiven}: it is there already; name another folder`)
    outFolder(outAsGiven, io.cwd)
    const key = values.sign === undefined ? undefined : signingKey(values.sign, io.cwd)
    const report = readResults(join(run, 'results.json'), io)
    const evidence = join(run, 'exchanges.ndjson')
    const header = await readHeader(evidence)
    if (header === undefined) throw new UsageError(`${evidence} is no evidence file of mgi; mgi run writes it`)
    if (!isOwnCatalogue(report))
      throw new UsageError(
        `${path} was judged by another catalogue of requirements; judge it again first: mgi check ${path}/exchanges.ndjson --out DIR`,
      )
    const again = await judgedAgain(evidence, report, io)
    if (again === undefined) return exitCode.interrupted
    const wrong = discrepancy(report, again)
    if (wrong !== undefined) throw new UsageError(`${path}: ${wrong}; bundle a run whose files belong together`)
    if (!(await isMade({ run, report, header, key }, out, io))) return exitCode.inconclusive
    const { verdict, caveats } = faceOf(report)
    const said = caveats.map((caveat) => `  - ${oneLine(caveat)}\n`).join('')
    io.stdout.write(`${outAsGiven}: ${verdict}${key === undefined ? ', not signed' : ', signed'}\n${said}`)
    return done
  },
})

/** A bundle is there whole or not at all. */
async function isMade(material: Material, out: string, { stderr }: Io): Promise<boolean> {
  const part = `${out}.part`
  try {
    await makeBundle(material, part)
    renameSync(part, out)
    return true
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    stderr.write(`mgi: ${out} cannot be made (${code})\n`)
    return false
  }
}

function assertFile(path: string, file: string): void {
  if (factsOf(file)?.isFile() !== true)
    throw new UsageError(
      `${path} is no folder of a run: there is no ${file}; mgi run writes results.json and exchanges.ndjson`,
    )
}
