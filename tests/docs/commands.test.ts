import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts'
import { notRun } from './not-run.ts'
import { environmentOf, makeTemplate, type Template } from './project.ts'
import { pages, type Step, stepsOf } from './snippets.ts'

let server: ReferenceServer
let template: Template

beforeAll(async () => {
  server = await startReferenceServer()
  template = await makeTemplate(server.url)
})

afterAll(async () => {
  await server.close()
  template.remove()
})

const stepsByPage = pages
  .map((page) => ({ page, steps: stepsOf(page) }))
  .filter(({ steps }) => steps.some(({ kind }) => kind === 'command'))

/** Placeholders that readers replace by their own values. */
const placeholders: readonly (readonly [RegExp, () => string])[] = [
  [/http:\/\/127\.0\.0\.1:8080|https:\/\/gateway\.internal|(?<= )URL\b/g, () => server.url],
  [/(?<=--key )K\b/g, () => 'test-key'],
  [/(?<=--replay )CASE\b/g, () => 'messages.create/plain'],
  [/(?<=--fault )ID\b/g, () => 'messages-stream-no-stop'],
  [/(?<=mgi )COMMAND\b/g, () => 'run'],
  [/(?<=--(admin-)?port )\d+/g, () => '0'],
]

function filled(text: string): string {
  return placeholders.reduce((filled, [pattern, value]) => filled.replaceAll(pattern, value), text)
}

/**
 * Adds the profile `smoke` if the page does not choose one, because complete runs for all commands would take an hour.
 */
function quick(text: string): string {
  const isRun = /\bmgi (run|watch)\b/.test(text) && !/--(profile|replay|help)\b/.test(text)
  return isRun ? text.replace(/\bmgi (run|watch)\b/, '$& --profile smoke') : text
}

describe.each(stepsByPage.filter(({ steps }) => steps.some(isToRun)))('$page', ({ steps }) => {
  let folder: string
  /** The variables that the page has exported so far. */
  const exported: Record<string, string> = {}
  beforeAll(() => {
    folder = template.copy()
  })

  test.each(steps.filter(isToRun).map((step) => [titleOf(step), step] as const))('%s', async (_title, step) => {
    if (step.kind === 'file') return writeFileSync(join(folder, step.name), filled(step.text))
    const [, name, value] = /^export (\w+)=(\S+)$/.exec(step.text) ?? []
    if (name !== undefined && value !== undefined) exported[name] = value
    const { status, output } = await ended(quick(filled(step.text)), folder, exported)
    expect(status, output).toBe(isEndless(step.text) ? endOf(step.text) : step.status)
  })
})

test('a requirement of the user in a file that Node takes for CommonJS: the message says how to make it a module', async () => {
  const folder = template.copy()
  writeFileSync(join(folder, 'acme.cjs'), 'export default 7')
  const { status, output } = await ended('npx mgi run --plugin acme.cjs', folder)
  expect(status).toBe(2)
  expect(output).toContain('; name it .mjs, or write "type": "module" into package.json')
})

test('every command that is not run is still in the documentation', () => {
  const all = stepsByPage.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'command' ? [step.text] : [])))
  expect([...notRun.keys()].filter((text) => !all.includes(text))).toEqual([])
  expect(all.length).toBeGreaterThan(50)
})

function titleOf(step: Step): string {
  return step.kind === 'file' ? `the file ${step.name}` : step.text
}

function isToRun(step: Step): boolean {
  return step.kind === 'file' || !notRun.has(step.text)
}

/** Returns whether a command runs until it is interrupted. */
function isEndless(text: string): boolean {
  return /\bmgi (serve|proxy|watch)\b/.test(text)
}

/** Returns the exit status of an interrupted command. A proxy without traffic has judged nothing. */
function endOf(text: string): number {
  return /\bmgi serve\b/.test(text) ? 0 : /\bmgi proxy\b/.test(text) ? 3 : 130
}

interface Ended {
  readonly status: number | null
  readonly output: string
}

/** Runs a line in a shell. Interrupts an endless command once it is ready. */
function ended(text: string, folder: string, exported: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const isOpen = isEndless(text)
  // The shell replaces itself by the command, so that the command receives the signal.
  const child = spawn('sh', ['-c', isOpen ? `exec ${text}` : text], {
    cwd: folder,
    env: { ...environmentOf(folder, server.url), ...exported },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  let isAsked = false
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
      // A second signal would end the command at once.
      if (isOpen && !isAsked && isReady(text, output)) isAsked = child.kill('SIGINT')
    })
  if (!isOpen) child.stdin.end()
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output: `${text}\n${output}` })))
}

/** Returns whether a server has printed its URL, or a watch its first verdict. */
function isReady(text: string, output: string): boolean {
  return /\bmgi watch\b/.test(text) ? /CONFORMING|INCONCLUSIVE/.test(output) : /^http:\/\/\S+$/m.test(output)
}
