import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type Ended, ended } from '../../package/consumer.ts'
import { mgi } from '../machine.ts'

/** The folder of the manifests. */
export const manifests = fileURLToPath(new URL('../../../deploy/kubernetes/', import.meta.url))

interface Variable {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: {
    readonly fieldRef?: { readonly fieldPath: string }
    readonly secretKeyRef?: { readonly name: string; readonly key: string }
  }
}

/** The parts of a Kubernetes Job that the tests read. */
export interface Job {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly completions?: number
    readonly parallelism?: number
    readonly template: {
      readonly metadata?: { readonly annotations: Readonly<Record<string, string>> }
      readonly spec: {
        readonly automountServiceAccountToken: boolean
        readonly securityContext: Readonly<Record<string, unknown>>
        readonly containers: readonly Container[]
        readonly volumes: readonly { readonly name: string }[]
      }
    }
  }
}

interface Container {
  readonly image: string
  readonly command: readonly string[]
  readonly args: readonly string[]
  readonly env: readonly Variable[]
  readonly resources: { readonly requests: object; readonly limits: Readonly<Record<string, string>> }
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[]
}

export function jobIn(name: string): Job {
  return parse(readFileSync(join(manifests, name), 'utf8')) as Job
}

/** The resources that pods share: the volume of reports, the config map as files, and the secret. */
export interface Cluster {
  readonly folder: string
  readonly secret: Readonly<Record<string, string>>
}

/** Makes the folders of a cluster, with a config map from files of `manifests`. `config` changes the config file. */
export function makeCluster(folder: string, key: string): Cluster {
  for (const name of ['reports', 'config', 'bin', 'tmp']) mkdirSync(join(folder, name))
  symlinkSync(mgi, join(folder, 'bin/mgi'))
  for (const name of ['mgi.config.yaml', 'known-failures.yaml'])
    cpSync(join(manifests, name), join(folder, 'config', name))
  return { folder, secret: { key } }
}

export function jobOfCronJobIn(name: string): Job {
  const { metadata, spec } = parse(readFileSync(join(manifests, name), 'utf8')) as {
    readonly metadata: Job['metadata']
    readonly spec: { readonly jobTemplate: Pick<Job, 'spec'> }
  }
  return { metadata, spec: spec.jobTemplate.spec }
}

/** The process of a pod: its first process, as Kubernetes starts it. */
interface PodProcess {
  readonly program: string
  readonly options: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Runs the container of a pod to its end. */
export function runPod(job: Job, cluster: Cluster, more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { program, options, env } = podProcess(job, cluster, more)
  return ended(program, options, cluster.folder, env)
}

/** Returns the process of a pod with the environment of its Job. Its mounts are folders of the cluster. */
export function podProcess(job: Job, cluster: Cluster, more: Readonly<Record<string, string>> = {}): PodProcess {
  const { metadata, spec } = job.spec.template
  const [{ command = [], args = [], env = [], volumeMounts = [] } = {}] = spec.containers
  const valueFor = ({ value: stated, valueFrom: { fieldRef, secretKeyRef } = {} }: Variable): string => {
    if (stated !== undefined) return stated
    const annotation = /^metadata\.annotations\['(.*)'\]$/.exec(fieldRef?.fieldPath ?? '')?.[1]
    const value = annotation === undefined ? cluster.secret[secretKeyRef?.key ?? ''] : metadata?.annotations[annotation]
    if (value === undefined) throw new Error(`no value for ${JSON.stringify({ fieldRef, secretKeyRef })}`)
    return value
  }
  const mounts = volumeMounts.map(({ mountPath }) => mountPath).join('|')
  const mounted = new RegExp(`(?<=[="\\s])(?:${mounts})(?=[/"\\s])`, 'g')
  const here = (text: string): string => text.replaceAll(mounted, (path) => join(cluster.folder, path))
  const given = Object.fromEntries(env.map((one) => [one.name, valueFor(one)]))
  const [program = '', ...options] = [...command, ...args].map(here)
  const PATH = `${join(cluster.folder, 'bin')}:${process.env['PATH'] ?? ''}`
  return { program, options, env: { PATH, TMPDIR: join(cluster.folder, 'tmp'), ...given, ...more } }
}
