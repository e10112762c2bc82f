import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The output and exit status of a command. */
export interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. Does not throw if the exit status is not 0. */
export function ended(program: string, args: readonly string[], cwd: string, env = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ status, stdout, stderr })
    })
  })
}

async function succeeded(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { status, stdout, stderr } = await ended(program, args, cwd)
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

/** Makes folders for one test file, which are removed together. */
export function scratch(): { readonly folder: () => string; readonly remove: () => void } {
  const made: string[] = []
  return {
    folder: () => {
      const path = mkdtempSync(join(tmpdir(), 'mgi-package-'))
      made.push(path)
      return path
    },
    remove: () => {
      for (const path of made) rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Packs the built package and returns the path of the archive. */
export async function packed(folder: string): Promise<string> {
  await succeeded('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], root)
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  return join(folder, archive)
}

/** Makes an empty project and installs `packages` with a package manager. */
export async function installed(
  folder: string,
  packages: readonly string[],
  manager: readonly string[] = ['npm', 'install', '--no-audit', '--no-fund'],
): Promise<void> {
  const manifest = join(folder, 'package.json')
  writeFileSync(manifest, JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  const [program = '', ...args] = manager
  await succeeded(program, [...args, ...packages], folder)
}

/** Returns the size in bytes of all files below a folder. */
export function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
  const sizes = files.filter((file) => file.isFile()).map((file) => statSync(join(file.parentPath, file.name)).size)
  return sizes.reduce((sum, size) => sum + size, 0)
}
