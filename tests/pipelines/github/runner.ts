import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { ended } from '../../package/consumer.ts'
import { type Contexts, filledIn, runs } from './expressions.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A step of an action or a job. */
export interface Step {
  readonly name?: string
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly run?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, unknown>>
  readonly 'continue-on-error'?: boolean
}

/** The content of an `action.yml`. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

export const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action

/** The machine of a job: its workspace, the temporary folder of the runner, and the folder of artifacts. */
export interface Machine {
  readonly workspace: string
  readonly temporary: string
  readonly artifacts: string
  readonly env?: Readonly<Record<string, string>>
  /** Outputs of steps to skip, by id, because the test has already done their work. */
  readonly done?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The folder of the action's source, by default the repository. */
  readonly source?: string
}

/** The outcome of an action or a job. */
export interface Done {
  readonly hasFailed: boolean
  readonly outputs: Readonly<Record<string, string>>
  readonly log: string
  readonly summary: string
  /** The names of the steps that ran. */
  readonly ran: readonly string[]
}

/** Runs the action of this repository with these inputs, as a runner does. */
export async function runAction(inputs: Readonly<Record<string, string>>, machine: Machine): Promise<Done> {
  const defaults = Object.entries(action.inputs).map(([name, { default: value }]) => [name, value])
  const contexts = {
    inputs: { ...Object.fromEntries(defaults), ...inputs },
    github: { action_path: machine.source ?? root },
    runner: { temp: machine.temporary },
  }
  const { steps, ...done } = await runSteps(action.runs.steps, contexts, machine)
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => {
    return [name, filledIn(value, { ...contexts, steps }, { hasFailed: false })]
  })
  return { ...done, outputs: Object.fromEntries(outputs) }
}

interface StepsDone extends Done {
  readonly steps: Readonly<Record<string, { readonly outputs: Readonly<Record<string, string>> }>>
}

/** Runs steps in order. After a failure, a step only runs if its `if` requires it. */
export async function runSteps(all: readonly Step[], contexts: Contexts, machine: Machine): Promise<StepsDone> {
  const steps: Record<string, { readonly outputs: Readonly<Record<string, string>> }> = {}
  const ran: string[] = []
  let hasFailed = false
  let log = ''
  let summary = ''
  for (const step of all) {
    const known = { ...contexts, steps }
    if (!runs(step.if, known, { hasFailed })) continue
    ran.push(step.name ?? step.uses ?? '')
    const done = await runStep(step, known, hasFailed, machine)
    if (step.id !== undefined) steps[step.id] = { outputs: done.outputs }
    hasFailed ||= done.hasFailed && step['continue-on-error'] !== true
    log += done.log
    summary += done.summary
  }
  return { hasFailed, outputs: {}, log, summary, ran, steps }
}

async function runStep(step: Step, contexts: Contexts, hasFailed: boolean, machine: Machine): Promise<Done> {
  const fill = (text: unknown): string => filledIn(String(text), contexts, { hasFailed })
  const filled = (all: Readonly<Record<string, unknown>> = {}) =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, fill(value)]))
  const outputs = machine.done?.[step.id ?? '']
  if (outputs !== undefined) return { ...nothing, outputs }
  if (step.run !== undefined) return runScript(fill(step.run), filled(step.env), machine)
  return use(step.uses ?? '', filled(step.with), machine)
}

const nothing: Done = { hasFailed: false, outputs: {}, log: '', summary: '', ran: [] }

async function runScript(script: string, env: Readonly<Record<string, string>>, machine: Machine): Promise<Done> {
  const file = (name: string): string => join(machine.temporary, name)
  const files = { GITHUB_OUTPUT: file('output'), GITHUB_STEP_SUMMARY: file('summary') }
  for (const path of Object.values(files)) writeFileSync(path, '')
  writeFileSync(file('script.sh'), script)
  const shell = ['--noprofile', '--norc', '-eo', 'pipefail', file('script.sh')]
  const all = { ...process.env, ...machine.env, ...env, ...files }
  const { status, stdout, stderr } = await ended('bash', shell, machine.workspace, all)
  const lines = readFileSync(files.GITHUB_OUTPUT, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  const outputs = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  return {
    ...nothing,
    hasFailed: status !== 0,
    outputs: Object.fromEntries(outputs),
    log: stdout + stderr,
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
  }
}

/** Does what a published action does with files. */
async function use(name: string, inputs: Readonly<Record<string, string>>, machine: Machine): Promise<Done> {
  const [called = ''] = name.split('@')
  if (called.endsWith('/model-gateway-conformance')) return runAction(inputs, machine)
  if (called === 'actions/upload-artifact') upload(inputs, machine)
  else if (called === 'actions/download-artifact') download(inputs, machine)
  else if (!['actions/checkout', 'actions/setup-node'].includes(called)) throw new Error(`nobody knows ${name} here`)
  return nothing
}

function upload({ name = 'artifact', path = '' }: Readonly<Record<string, string>>, machine: Machine): void {
  cpSync(join(machine.workspace, path), join(machine.artifacts, name), { recursive: true, errorOnExist: true })
}

/** Copies each artifact whose name matches into its own folder below `path`. */
function download({ pattern = '*', path = '.' }: Readonly<Record<string, string>>, machine: Machine): void {
  const beginning = pattern.replace(/\*$/, '')
  mkdirSync(join(machine.workspace, path), { recursive: true })
  for (const name of readdirSync(machine.artifacts).filter((one) => one.startsWith(beginning)))
    cpSync(join(machine.artifacts, name), join(machine.workspace, path, name), { recursive: true })
}
