import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Child } from '../../strangers/child.ts'
import { emptyMachine, key, served } from '../machine.ts'
import { recipe } from '../recipes.ts'
import { action, type Step } from './runner.ts'
import { type Repository, runWorkflow } from './workflow.ts'

const workflows = {
  single: recipe('.github/workflows/conformance.yml'),
  shards: recipe('.github/workflows/nightly.yml'),
}

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

/** Returns a repository without known failures. */
function repository(url: string): Repository {
  return {
    vars: { GATEWAY_URL: url },
    secrets: { GATEWAY_KEY: key },
    checkOut: (workspace) => writeFileSync(join(workspace, 'known-failures.yaml'), '[]\n'),
  }
}

describe.each(Object.entries(workflows))('the workflow of docs/ci.md: %s', (_, text) => {
  test('is accepted by the parser of GitHub', async () => {
    const { context, value } = parseWorkflow({ name: 'workflow.yml', content: text }, new NoOperationTraceWriter())
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([])
    const { errors, jobs } = await convertWorkflowTemplate(context, value!)
    expect({ errors, jobs: jobs.length }).toMatchObject({
      errors: undefined,
      jobs: expect.toSatisfy((n: number) => n > 0),
    })
  })

  test('gives the action only inputs that it has', () => {
    const { jobs } = parse(text) as { readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>> }
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    const given = steps.filter(({ uses }) => uses?.startsWith('OWNER/')).flatMap((step) => Object.keys(step.with ?? {}))
    expect(given.length).toBeGreaterThan(3)
    expect(given.filter((name) => !Object.hasOwn(action.inputs, name))).toEqual([])
  })
})

test('one job: what conforms passes, a fault fails it', async () => {
  const passed = await runWorkflow(workflows.single, repository(conforming.url), emptyMachine())
  expect(passed['conformance']).toMatchObject([{ hasFailed: false, summary: expect.stringContaining('✓ Conforming') }])
  const failed = await runWorkflow(workflows.single, repository(faulty.url), emptyMachine())
  expect(failed['conformance']).toMatchObject([{ hasFailed: true, log: expect.stringMatching(/^::error title=/m) }])
})

// Uses the profile smoke, because thorough takes minutes and this only tests the workflow.
const quick = workflows.shards.replace('profile: thorough', 'profile: smoke')

test('shards: only the merged verdict gates, and it is that of one run', async () => {
  const passed = await runWorkflow(quick, repository(conforming.url), emptyMachine())
  expect(passed).toMatchObject({ shard: Array(4).fill({ hasFailed: false }), verdict: [{ hasFailed: false }] })
  const failed = await runWorkflow(quick, repository(faulty.url), emptyMachine())
  expect(failed).toMatchObject({ shard: Array(4).fill({ hasFailed: false }), verdict: [{ hasFailed: true }] })
  expect(failed['verdict']?.[0]?.summary).toContain('✗ Nonconforming')
})

test('a shard that is missing never lets the night pass', async () => {
  const three = quick.replace('index: [1, 2, 3, 4]', 'index: [1, 2, 3]').replace('strategy.job-total', "'4'")
  const done = await runWorkflow(three, repository(conforming.url), emptyMachine())
  expect(done).toMatchObject({ verdict: [{ hasFailed: true, summary: expect.stringContaining('Inconclusive') }] })
})
