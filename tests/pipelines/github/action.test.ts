import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NoOperationTraceWriter } from '@actions/workflow-parser'
import { parseAction } from '@actions/workflow-parser/actions/action-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Child } from '../../strangers/child.ts'
import { emptyMachine, key, served } from '../machine.ts'
import { action, runAction } from './runner.ts'

const text = readFileSync(fileURLToPath(new URL('../../../action.yml', import.meta.url)), 'utf8')
const smoke = { key, profile: 'smoke', area: 'token-usage,messages' }

let conforming: Child
let faulty: Child
beforeAll(async () => {
  conforming = await served()
  faulty = await served('--fault', 'messages-stream-no-stop')
})
afterAll(async () => {
  await conforming.close()
  await faulty.close()
})

test('the parser of GitHub accepts action.yml, and notices an input that it does not have', () => {
  const errorsOf = (content: string) =>
    parseAction({ name: 'action.yml', content }, new NoOperationTraceWriter())
      .context.errors.getErrors()
      .map(({ message }) => message)
  expect(errorsOf(text)).toEqual([])
  expect(errorsOf(text.replace('shell: bash', 'shel: bash'))).not.toEqual([])
})

test('every input is used, and every expression names an input that exists', () => {
  const named = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name ?? '')
  expect([...new Set(named)].sort()).toEqual(Object.keys(action.inputs).sort())
})

test('no script contains an expression: inputs reach it in the environment only', () => {
  const scripts = action.runs.steps.flatMap(({ run }) => run ?? [])
  expect(scripts.length).toBe(2)
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([])
})

test('a gateway that conforms passes: outputs, a summary, a notice and an artifact', async () => {
  const machine = emptyMachine()
  const done = await runAction({ ...smoke, target: conforming.url }, machine)
  expect(done).toMatchObject({
    hasFailed: false,
    outputs: { verdict: 'conforming', status: '0', failed: '0', report: 'mgi-report' },
    log: expect.stringMatching(/^::notice title=Conforming::/m),
    summary: expect.stringMatching(/^## ✓ Conforming/),
  })
  const kept = readdirSync(join(machine.artifacts, 'mgi-report')).sort()
  expect(kept).toEqual(['exchanges.ndjson', 'junit.xml', 'report.html', 'report.md', 'results.json'])
})

test('a gateway with a fault fails the job, with annotations and the artifact', async () => {
  const machine = emptyMachine()
  const done = await runAction({ ...smoke, target: faulty.url, out: 'out/put', artifact: 'evidence' }, machine)
  expect(done).toMatchObject({
    hasFailed: true,
    outputs: { verdict: 'nonconforming', status: '1', report: 'out/put' },
    summary: expect.stringMatching(/^## ✗ Nonconforming/),
  })
  expect(Number(done.outputs['failed'])).toBeGreaterThan(0)
  expect(done.log).toMatch(/^::error title=Stream ended without `message_stop` .*\[messages\.stream\]::/m)
  expect(existsSync(join(machine.artifacts, 'evidence/results.json'))).toBe(true)
})

test('known failures excuse the fault', async () => {
  const machine = emptyMachine()
  const written = await runAction(
    { ...smoke, target: faulty.url, arguments: '--write-known-failures=known.yaml\n--out-of-lines', artifact: '' },
    machine,
  )
  expect(written.outputs).toMatchObject({ status: '2', verdict: '' })
  await runAction({ ...smoke, target: faulty.url, arguments: '--write-known-failures=known.yaml' }, machine)
  const file = join(machine.workspace, 'known.yaml')
  const filled = readFileSync(file, 'utf8').replaceAll('write here why this is known to fail', 'the edge cuts streams')
  writeFileSync(file, filled)
  const excused = await runAction(
    { ...smoke, target: faulty.url, 'known-failures': 'known.yaml', artifact: 'excused' },
    machine,
  )
  expect(excused).toMatchObject({ hasFailed: false, outputs: { verdict: 'conforming', status: '0' } })
})

test('a gateway that nobody can reach is inconclusive and fails the job', async () => {
  const { url, close } = await served()
  await close()
  const done = await runAction({ ...smoke, target: url }, emptyMachine())
  expect(done).toMatchObject({
    hasFailed: true,
    outputs: { verdict: 'inconclusive', status: '3' },
    log: expect.stringMatching(/^::error title=Inconclusive::.*cannot be reached/m),
    summary: expect.stringMatching(/^## \? Inconclusive/),
  })
})

test('after a usage error there is its sentence, and no verdict and no artifact, even beside an older report', async () => {
  const machine = emptyMachine()
  await runAction({ ...smoke, target: conforming.url, artifact: '' }, machine)
  const done = await runAction({ ...smoke, target: conforming.url, profile: 'tiny' }, machine)
  expect(done).toMatchObject({
    hasFailed: true,
    outputs: { verdict: '', status: '2', failed: '' },
    log: expect.stringMatching(/^::error title=Usage error::--profile tiny: /m),
    summary: expect.stringMatching(/^## ✗ Usage error\n\n {4}--profile tiny: /),
  })
  expect(readdirSync(machine.artifacts)).toEqual([])
})

test('inputs are never commands or options', async () => {
  const machine = emptyMachine()
  const hostile = `"; touch taken; $(touch taken) \`touch taken\` '`
  for (const name of Object.keys(action.inputs).filter((one) => one !== 'key'))
    await runAction({ ...smoke, target: conforming.url, artifact: '', [name]: hostile }, machine)
  const asOption = await runAction({ ...smoke, target: '--plugin=taken.js' }, machine)
  expect(asOption).toMatchObject({ outputs: { status: '2' }, log: expect.stringContaining('--plugin=taken.js') })
  const lines = await runAction({ ...smoke, target: conforming.url, out: 'a\nverdict=conforming' }, machine)
  expect(lines).toMatchObject({ hasFailed: true, outputs: { verdict: '' } })
  expect(existsSync(join(machine.workspace, 'taken'))).toBe(false)
})

test('the key is in no log and no artifact', async () => {
  const machine = emptyMachine()
  const secret = 'pipeline-canary-4711-key'
  const own = await served('--key', secret)
  const done = await runAction({ ...smoke, key: secret, target: own.url }, machine)
  await own.close()
  const folder = join(machine.artifacts, 'mgi-report')
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(done.outputs['verdict']).toBe('conforming')
  expect([done.log, done.summary, ...files].filter((one) => one.includes(secret))).toEqual([])
})
