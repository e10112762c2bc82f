import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import { pathInFolder } from '../../../core/files/file-names.ts'
import { fileTroubleInWords } from '../../../core/files/file-trouble.ts'
import { beginningOf } from '../../../core/files/open-file.ts'
import { UsageError } from '../../../core/text/usage-error.ts'

/** The most bytes that are unpacked from one file, and the most files. Users have to unpack larger ones themselves. */
const mostBytes = 2 ** 30
const mostFiles = 100_000

export function isZip(file: string): boolean {
  return beginningOf(file, 4).toString('latin1') === 'PK\x03\x04'
}

/** A HAR from a zip, with its bodies in separate files. */
export interface Unpacked {
  readonly har: string
  remove(): void
}

/** Unpacks a zipped HAR, as Playwright writes it, into a temporary folder that only this user may read. */
export async function unpackHar(file: string): Promise<Unpacked> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-har-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const hars = (await unpackInto(folder, file)).filter((name) => name.endsWith('.har'))
    const [har, other] = hars
    if (har === undefined) throw new UsageError(`${file} is a zip without a HAR; name a HAR`)
    if (other !== undefined) throw new UsageError(`${file} holds ${hars.length} HARs; unpack it and name its folder`)
    return { har: join(folder, har), remove }
  } catch (error) {
    remove()
    if (error instanceof UsageError) throw error
    if (fileTroubleInWords(error) !== undefined) throw Object.assign(error as Error, { path: folder })
    throw new UsageError(`${file} cannot be unpacked: ${(error as Error).message}; export the traffic again`)
  }
}

/** Unpacks the files that are not in folders and returns their names. Playwright uses no folders. */
async function unpackInto(folder: string, file: string): Promise<readonly string[]> {
  const names: string[] = []
  const zip = await yauzl.openPromise(file, { lazyEntries: true, autoClose: false })
  let left = mostBytes
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      const path = pathInFolder(folder, name)
      if (path === undefined || names.includes(name)) continue
      if (entry.isEncrypted()) throw new UsageError(`${basename(file)} is encrypted; unpack it and name the HAR in it`)
      left -= entry.uncompressedSize
      if (left < 0 || names.length >= mostFiles)
        throw new UsageError(
          `${file} contains more than a gigabyte, or too many files; unpack it and name the HAR in it`,
        )
      // The stream fails if a file is longer than stated.
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { flags: 'wx' }))
      names.push(name)
    }
  } finally {
    zip.close()
  }
  return names
}
