import type { KeyObject } from 'node:crypto'
import { chmodSync, copyFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '../../core/files/make-folders.ts'
import { toolIdentity } from '../../core/files/tool-identity.ts'
import { ofOwner, writeFile } from '../../core/files/write-file.ts'
import type { Report } from '../../core/model/report.ts'
import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import { copied, derivedFiles, jsonText, manifestName, signatureName } from './contents.ts'
import { listed } from './digests.ts'
import { type ListedFile, type Manifest, manifestSummaryOf } from './manifest.ts'
import { signatureOf } from './signature.ts'

/** The sources of a bundle. */
export interface BundleSources {
  /** The folder of the run. */
  readonly run: string
  readonly report: Report
  readonly header: EvidenceHeader
  readonly key: KeyObject | undefined
  /** True if everyone may read its files. By default only their owner may. */
  readonly isPublic: boolean
}

export async function makeBundle({ run, report, header, key, isPublic }: BundleSources, folder: string): Promise<void> {
  makeFolders(join(folder, 'reports'))
  for (const name of copied) {
    copyFileSync(join(run, name), join(folder, name))
    chmodSync(join(folder, name), ofOwner)
  }
  const derived = derivedFiles(report, header)
  for (const [name, text] of Object.entries(derived)) writeFile(join(folder, name), text)
  const all: ListedFile[] = []
  for (const name of [...copied, ...Object.keys(derived)].sort()) all.push(await listed(folder, name))
  const manifest: Manifest = { formatVersion: 2, tool: toolIdentity(), summary: manifestSummaryOf(report), files: all }
  const text = jsonText(manifest)
  writeFile(join(folder, manifestName), text)
  if (key !== undefined) writeFile(join(folder, signatureName), signatureOf(Buffer.from(text), key))
  if (isPublic) share(folder)
}

/** Lets everyone read a bundle, so that the web server of a static host can. */
function share(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
  }
  chmodSync(folder, 0o755)
}
