import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ended, packed, scratch } from '../package/consumer.ts'
import type { Child } from '../strangers/child.ts'
import { key, scratchFolder, served } from './machine.ts'
import { recipes } from './recipes.ts'

const [single = '', shards = ''] = recipes('Jenkinsfile')

/**
 * Returns the shell commands of a Jenkinsfile in order. They are the only texts in single quotes that start with a
 * program.
 */
function commandsOf(jenkinsfile: string): readonly string[] {
  return [...jenkinsfile.matchAll(/'((?:npm|\.mgi\/)[^']*)'/g)].map(([, command]) => command ?? '')
}

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

/** Runs a command like `sh` of Jenkins, with the variables of the blocks `environment` and `axis`. */
async function sh(command: string, workspace: string, url: string, more: NodeJS.ProcessEnv = {}): Promise<number> {
  const own = { MGI_PACKAGE: archive, GATEWAY_URL: url, MGI_API_KEY: key }
  const quick = command.replace('--profile thorough', '--profile smoke')
  return (await ended('sh', ['-xec', quick], workspace, { ...process.env, ...own, ...more })).status
}

function workspaceWithList(): string {
  const workspace = scratchFolder()
  writeFileSync(join(workspace, 'known-failures.yaml'), '[]\n')
  return workspace
}

test('every command is in a step sh, and what they use is defined', () => {
  for (const text of [single, shards]) {
    expect(commandsOf(text).length).toBe([...text.matchAll(/\bsh\b(?= ?[('r])/g)].length)
    const variables = [
      ...commandsOf(text)
        .join('\n')
        .matchAll(/\$\{?(\w+)/g),
    ].map(([, name]) => name ?? '')
    const defined = [...text.matchAll(/^ *(\w+) = |name '(\w+)'/gm)].map(([, one, other]) => one ?? other ?? '')
    expect([...new Set(variables)].filter((name) => !defined.includes(name))).toEqual([])
  }
})

test('one run: 0 for what conforms, 1 for a fault, 3 for nobody, each with the JUnit file that is published', async () => {
  const [install = '', run = '', ...others] = commandsOf(single)
  expect(others).toEqual([])
  const { url: nobody, close } = await served()
  await close()
  const workspace = workspaceWithList()
  expect(await sh(install, workspace, conforming.url)).toBe(0)
  for (const [url, status] of [
    [conforming.url, 0],
    [faulty.url, 1],
    [nobody, 3],
  ] as const) {
    expect(await sh(run, workspace, url)).toBe(status)
    expect(readFileSync(join(workspace, 'mgi-report/junit.xml'), 'utf8')).toContain('<testsuites')
  }
})

test('shards: each in a workspace of its own, and the verdict of all decides', async () => {
  const [install = '', run = '', installAgain, merge = ''] = commandsOf(shards)
  expect(installAgain).toBe(install)
  const indices = [...(/values (.*)/.exec(shards)?.[1] ?? '').matchAll(/'(\d)'/g)].map(([, index]) => index ?? '')
  for (const [url, status] of [
    [conforming.url, 0],
    [faulty.url, 1],
  ] as const) {
    const whole = workspaceWithList()
    expect(await sh(install, whole, url)).toBe(0)
    for (const index of indices) {
      const workspace = scratchFolder()
      mkdirSync(join(workspace, '.mgi'))
      cpSync(join(whole, '.mgi'), join(workspace, '.mgi'), { recursive: true, verbatimSymlinks: true })
      expect(await sh(run, workspace, url, { SHARD: index })).not.toBe(2)
      cpSync(join(workspace, 'shards'), join(whole, 'shards'), { recursive: true })
    }
    expect(readdirSync(join(whole, 'shards')).sort()).toEqual(indices)
    expect(await sh(merge, whole, url)).toBe(status)
    expect(existsSync(join(whole, 'mgi-report/junit.xml'))).toBe(true)
  }
})
