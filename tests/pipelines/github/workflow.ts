import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Contexts } from './expressions.ts'
import { runs } from './expressions.ts'
import { type Done, type Machine, runSteps, type Step } from './runner.ts'

interface Job {
  readonly needs?: string
  readonly if?: string
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> }
  readonly steps: readonly Step[]
}

/** The settings of a repository that workflows use. */
export interface Repository {
  readonly vars: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  /** Fills a workspace like a checkout of the repository. */
  readonly checkOut?: (workspace: string) => void
}

/** Runs the jobs of a workflow, each in an empty workspace. The jobs of a matrix run one after the other. */
export async function runWorkflow(
  text: string,
  { checkOut, ...repository }: Repository,
  machine: Machine,
): Promise<Readonly<Record<string, readonly Done[]>>> {
  const { jobs } = parse(text) as { readonly jobs: Readonly<Record<string, Job>> }
  const done: Record<string, readonly Done[]> = {}
  for (const [name, job] of Object.entries(jobs)) {
    const hasFailed = (done[job.needs ?? ''] ?? []).some((one) => one.hasFailed)
    const results: Done[] = []
    const combinations = runs(job.if, repository, { hasFailed }) ? matrixOf(job) : []
    for (const [at, matrix] of combinations.entries()) {
      const workspace = join(machine.workspace, `${name}-${at}`)
      mkdirSync(workspace)
      checkOut?.(workspace)
      const contexts: Contexts = { ...repository, matrix, strategy: { 'job-total': combinations.length } }
      results.push(await runSteps(job.steps, contexts, { ...machine, workspace }))
    }
    done[name] = results
  }
  return done
}

/** Returns each combination of a matrix with one axis, or one empty combination if there is no matrix. */
function matrixOf({ strategy }: Job): readonly Readonly<Record<string, unknown>>[] {
  const [axis, ...others] = Object.entries(strategy?.matrix ?? {})
  if (others.length > 0) throw new Error('a matrix of several axes is not known here')
  return axis === undefined ? [{}] : axis[1].map((value) => ({ [axis[0]]: value }))
}
