import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of this server's own for uploads that are being looked at. */
export interface UploadFolder {
  readonly path: string
  remove(): Promise<void>
}

export async function uploadFolder(): Promise<UploadFolder> {
  const path = await mkdtemp(join(tmpdir(), 'mgi-uploads-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
