import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ended, ended, packed, scratch } from '../package/consumer.ts'
import type { Child } from '../strangers/child.ts'
import { key, scratchFolder, served } from './machine.ts'
import { recipes } from './recipes.ts'

const gitlab = fileURLToPath(new URL('node_modules/.bin/gitlab-ci-local', import.meta.url))
const [single = '', shards = ''] = recipes('.gitlab-ci.yml')

const { folder, remove } = scratch()
let archive: string
let conforming: Child
let faulty: Child
beforeAll(async () => {
  archive = await packed(folder())
  conforming = await served()
  faulty = await served('--fault', 'messages-stream-no-stop')
})
afterAll(async () => {
  await conforming.close()
  await faulty.close()
  remove()
})

interface Pipeline extends Ended {
  readonly repository: string
}

/**
 * Runs a pipeline in the shell, each job in its own folder. gitlab-ci-local first validates it with the schema of
 * GitLab.
 */
async function ran(text: string, url: string): Promise<Pipeline> {
  const repository = scratchFolder()
  writeFileSync(join(repository, '.gitlab-ci.yml'), text.replace('profile thorough', 'profile smoke'))
  writeFileSync(join(repository, 'known-failures.yaml'), '[]\n')
  const origin = ['remote', 'add', 'origin', 'https://gitlab.example/gateways/pipeline.git']
  for (const command of [['init', '--quiet', '--initial-branch=main'], ['add', '.'], origin])
    await ended('git', command, repository)
  const variables = { GATEWAY_URL: url, MGI_PACKAGE: archive, MGI_API_KEY: key }
  const given = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`])
  const options = ['--force-shell-executor', '--shell-isolation', '--concurrency', '2', ...given]
  return { ...(await ended(gitlab, options, repository)), repository }
}

// Matches the last table of gitlab-ci-local. Its exit status treats every job with allow_failure as allowed to fail,
// regardless of exit_codes.
const failed = /^ *FAIL {2}conformance\b/m
const warned = /^ *WARN {2}conformance\b/m

test('one job: what conforms passes, and JUnit and reports are artifacts', async () => {
  const { status, stdout, repository } = await ran(single, conforming.url)
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.not.stringMatching(/FAIL|WARN/) })
  expect(readdirSync(join(repository, 'mgi-report'))).toContain('junit.xml')
})

test('one job: a fault fails the pipeline, and its artifacts are kept', async () => {
  const { stdout, repository } = await ran(single, faulty.url)
  expect(stdout).toMatch(failed)
  expect(existsSync(join(repository, 'mgi-report/report.html'))).toBe(true)
})

test('one job: an inconclusive run is a warning', async () => {
  const { url, close } = await served()
  await close()
  const { stdout } = await ran(single, url)
  expect(stdout).toMatch(warned)
})

test.each([
  ['a gateway that conforms', () => conforming.url, 0, '✓ CONFORMING'],
  ['a gateway with a fault', () => faulty.url, 1, '✗ NONCONFORMING'],
] as const)('shards: the merged verdict of %s decides', async (_, url, status, verdict) => {
  const done = await ran(shards, url())
  expect({ status: done.status, stdout: done.stdout }).toEqual({ status, stdout: expect.stringContaining(verdict) })
  expect(readdirSync(join(done.repository, 'shards')).sort()).toEqual(['1', '2', '3', '4'])
})

test('a recipe that GitLab does not accept is noticed', async () => {
  const { status, stdout, stderr } = await ran(single.replace('allow_failure', 'allow_failures'), conforming.url)
  expect({ status, said: stdout + stderr }).toEqual({ status: 1, said: expect.stringContaining('allow_failures') })
})
