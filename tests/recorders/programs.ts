import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ended } from '../package/consumer.ts'
import type { Record } from './gateway.ts'

/** A program that is ready to record, or the name of the missing dependency. */
export type Ready = { readonly record: Record } | { readonly missing: string }

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Errors of package managers without network access. A reachable index lists at least other versions. */
const unreachable =
  /from versions: none|connection broken by|Failed to establish a new connection|dial tcp|no such host|Could not reach host/

/** Makes a virtual environment with the Python recorders. `file` is the name of the file that they write. */
export async function pythonReady(
  home: string,
  script: string,
  argumentsOf: (folder: string) => readonly string[],
  file: string,
): Promise<Ready> {
  if ((await ended('python3', ['-m', 'venv', '--help'], home)).status !== 0) return { missing: 'Python with venv' }
  const interpreter = join(home, 'bin/python')
  await succeeded('python3', ['-m', 'venv', '--without-pip', home], home)
  const requirements = ['--requirement', here('python/requirements.txt')]
  const pip = ['-m', 'pip', '--python', interpreter, 'install', '--quiet', '--no-input', '--no-compile']
  const { status, stderr } = await ended('python3', [...pip, ...requirements], home)
  if (status !== 0 && unreachable.test(stderr)) return { missing: 'PyPI' }
  if (status !== 0) throw new Error(stderr)
  const record: Record = async (gateway, folder, env) => {
    await succeeded(interpreter, [here(`python/${script}`), gateway, ...argumentsOf(folder)], folder, env)
    return join(folder, file)
  }
  return { record }
}

/** Returns a recorder from npm. `npm run test:recorders` installs it. */
export function nodeReady(script: string, argumentsOf: (folder: string) => readonly string[], file: string): Ready {
  const record: Record = async (gateway, folder, env) => {
    await succeeded(process.execPath, [here(`node/${script}`), gateway, ...argumentsOf(folder)], folder, env)
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(file))
    if (found === undefined) throw new Error(`${script} wrote no ${file}`)
    return join(folder, found)
  }
  return { record }
}

/** Builds the program that records with go-vcr. */
export async function goReady(home: string): Promise<Ready> {
  if ((await ended('go', ['version'], home)).status !== 0) return { missing: 'Go' }
  const program = join(home, 'record')
  const { status, stderr } = await ended('go', ['build', '-o', program, '.'], here('go'))
  if (status !== 0 && unreachable.test(stderr)) return { missing: 'the module proxy of Go' }
  if (status !== 0) throw new Error(stderr)
  const record: Record = async (gateway, folder, env) => {
    await succeeded(program, [gateway, join(folder, 'cassette')], folder, env)
    return join(folder, 'cassette.yaml')
  }
  return { record }
}

/** Installs VCR for the script in `ruby`. */
export async function rubyReady(home: string): Promise<Ready> {
  if ((await ended('bundle', ['--version'], home)).status !== 0) return { missing: 'Ruby with Bundler' }
  const settings = { BUNDLE_GEMFILE: here('ruby/Gemfile'), BUNDLE_PATH: home, BUNDLE_FROZEN: 'false' }
  const { status, stdout, stderr } = await ended('bundle', ['install'], home, { ...process.env, ...settings })
  if (status !== 0 && unreachable.test(stdout + stderr)) return { missing: 'rubygems.org' }
  if (status !== 0) throw new Error(stdout + stderr)
  const record: Record = async (gateway, folder, env) => {
    const script = ['exec', 'ruby', here('ruby/record.rb'), gateway, folder, 'cassette']
    await succeeded('bundle', script, folder, { ...env, ...settings })
    return join(folder, 'cassette.yml')
  }
  return { record }
}

async function succeeded(program: string, args: readonly string[], cwd: string, env = process.env): Promise<void> {
  const { status, stdout, stderr } = await ended(program, args, cwd, env)
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
}
