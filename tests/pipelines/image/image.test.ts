import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validate } from 'dockerfile-utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ended } from '../../package/consumer.ts'
import type { Child } from '../../strangers/child.ts'
import { key, served } from '../machine.ts'
import { buildStage, dockerfile, namesBelow, stages } from './build.ts'

const folder = mkdtempSync(join(tmpdir(), 'mgi-image-'))
const [build, image] = stages
const root = join(folder, 'image')

let gateway: Child
beforeAll(async () => {
  gateway = await served()
  chmodSync(folder, 0o755)
  mkdirSync(root)
  const source = join(folder, 'build')
  await buildStage(build!, source, {})
  await buildStage(image!, root, { build: source })
})
afterAll(async () => {
  await gateway.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a linter of Dockerfiles has nothing to say, and notices an instruction that does not exist', () => {
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([])
  expect(validate(dockerfile.replace('WORKDIR', 'WORKDIRS'))).not.toEqual([])
})

test('the image starts mgi, not as root, on a small base with a digest', () => {
  const { base = '', instructions = [] } = image ?? {}
  expect(base).toMatch(/^node:[\d.]+-alpine@sha256:[\da-f]{64}$/)
  expect(base).toBe(build?.base)
  const last = (keyword: string) => instructions.findLast((one) => one.keyword === keyword)?.text
  expect([last('USER'), last('ENTRYPOINT')]).toEqual(['node', '["mgi"]'])
  expect(instructions.filter(({ keyword }) => keyword === 'RUN')).toEqual([])
})

test('the image has the package and what it needs, no tests and no tools of the build', () => {
  const packages = join(root, 'app/node_modules')
  expect(readdirSync(packages)).toEqual(expect.arrayContaining(['koa', 'undici', 'sharp']))
  expect(readdirSync(packages).filter((name) => ['typescript', 'vitest', '@biomejs'].includes(name))).toEqual([])
  expect(namesBelow(join(root, 'app/dist'), /\.test\.|\.fixture\./)).toEqual([])
  const locked = (file: string) =>
    JSON.parse(readFileSync(file, 'utf8')).packages as Record<string, { version: string }>
  const own = Object.entries(locked(join(packages, '.package-lock.json')))
  const source = locked(fileURLToPath(new URL('../../../package-lock.json', import.meta.url)))
  expect(own.filter(([name, { version }]) => source[name]?.version !== version)).toEqual([])
})

/** A namespace for a user without privileges, in which only `/reports` of the image is writable. */
const confined = `
  mount --bind / / && mount --bind "$REPORTS" "$REPORTS" && mount -o remount,ro,bind /
  cd "$REPORTS" && exec setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs "$MGI" "$@"
`

function inImage(args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const reports = join(root, 'reports')
  chownSync(reports, 1000, 1000)
  const MGI = join(root, 'app/bin/mgi')
  const env = { ...process.env, REPORTS: reports, MGI, MGI_API_KEY: key, HOME: '/nonexistent', ...more }
  return ended('unshare', ['--mount', 'sh', '-euc', confined, 'sh', ...args], root, env)
}

const canConfine = (await ended('unshare', ['--mount', 'true'], folder)).status === 0

test.skipIf(!canConfine)('what is in it runs on a read-only file system, as a user without rights', async () => {
  const smoke = (...rest: readonly string[]) => ['run', ...rest, '--profile', 'smoke', '--quiet']
  expect(await inImage(smoke(gateway.url))).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(readdirSync(join(root, 'reports/mgi-report')).sort()).toEqual([
    ...['exchanges.ndjson', 'junit.xml', 'report.html', 'results.json'],
  ])
  expect(await inImage(['check', 'mgi-report', '--out', 'checked', '--quiet'])).toMatchObject({ status: 0 })
  expect(await inImage(smoke(gateway.url, '--out', join(folder, 'out')))).toMatchObject({ status: 2 })
  // The reference server stores uploads in the folder for temporary files.
  const embedded = await inImage(smoke('--out', 'embedded'), { TMPDIR: join(root, 'reports') })
  expect(embedded).toMatchObject({ status: 0 })
  expect(readFileSync(join(root, 'reports/mgi-report/results.json'), 'utf8')).toContain('"conforming"')
})
