import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { Report } from '../../../conformance/core/model/report.ts'
import { allResults } from '../../../reports/result.ts'
import { ended } from '../../package/consumer.ts'
import type { Child } from '../../strangers/child.ts'
import { key, mgi, scratchFolder, served } from '../machine.ts'
import { type Cluster, type Job, jobIn, jobOfCronJobIn, makeCluster, manifests, podProcess, runPod } from './pod.ts'

const shards = jobIn('shards.yaml')
const verdict = jobIn('verdict.yaml')
const nightly = jobOfCronJobIn('nightly/nightly.yaml')
const page = jobOfCronJobIn('nightly/page.yaml')

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

/** Makes a cluster with a config for this target, which sends fewer requests than that of the repository. */
function clusterFor(url: string): Cluster {
  const cluster = makeCluster(scratchFolder(), key)
  const file = join(cluster.folder, 'config/mgi.config.yaml')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/^target: .*/m, `target: ${url}`).replace(/^profile: .*/m, 'profile: smoke'))
  return cluster
}

function reportIn(cluster: Cluster, folder: string): Report {
  return JSON.parse(readFileSync(join(cluster.folder, folder, 'results.json'), 'utf8')) as Report
}

const verdictsOf = (report: Report): readonly string[] =>
  allResults(report)
    .map(({ id, operation, verdict }) => `${id} ${operation} ${verdict}`)
    .sort()

/** Runs every pod of the Job of shards. */
async function runShards(cluster: Cluster): Promise<readonly number[]> {
  const indices = Array.from({ length: shards.spec.completions ?? 0 }, (_, index) => index)
  const statuses: number[] = []
  for (const index of indices) {
    statuses.push((await runPod(shards, cluster, { JOB_COMPLETION_INDEX: String(index) })).status)
  }
  return statuses
}

test.each([
  ['a gateway that conforms', () => conforming.url, 0],
  ['a gateway with a fault', () => faulty.url, 1],
] as const)('pods of shards and the pod of the verdict come to what one run comes to: %s', async (_, url, status) => {
  const cluster = clusterFor(url())
  expect(await runShards(cluster)).toEqual(Array(8).fill(0))
  expect(readdirSync(join(cluster.folder, 'reports/ended')).length).toBe(8)
  const merged = await runPod(verdict, cluster)
  expect(merged).toMatchObject({ status })
  const config = join(cluster.folder, 'config/mgi.config.yaml')
  const options = ['run', '--config', config, '--out', 'alone', '--quiet']
  const alone = await ended(process.execPath, [mgi, ...options], cluster.folder, { ...process.env, MGI_API_KEY: key })
  expect(alone.status).toBe(status)
  const [one, other] = [reportIn(cluster, 'reports/whole'), reportIn(cluster, 'alone')]
  expect(one.summary.verdict).toBe(other.summary.verdict)
  expect(verdictsOf(one)).toEqual(verdictsOf(other))
})

test('of many gateways each pod tests one, with its own key, and its status is that of the run', async () => {
  const cluster = makeCluster(scratchFolder(), key)
  mkdirSync(join(cluster.folder, 'keys'))
  const gateways = [
    ['good', conforming.url],
    ['bad', faulty.url],
  ] as const
  writeFileSync(join(cluster.folder, 'config/targets.txt'), gateways.map((one) => `${one.join(' ')}\n`).join(''))
  for (const [name] of gateways) writeFileSync(join(cluster.folder, 'keys', name), key)
  writeFileSync(join(cluster.folder, 'mgi.config.yaml'), 'profile: smoke\n')
  const pods = gateways.map((_, index) => runPod(nightly, cluster, { JOB_COMPLETION_INDEX: String(index) }))
  expect((await Promise.all(pods)).map(({ status }) => status)).toEqual([0, 1])
  expect(reportIn(cluster, 'reports/good').target.url).toBe(conforming.url)
  expect(reportIn(cluster, 'reports/bad').summary.verdict).toBe('nonconforming')
})

test('after two nights one page has all gateways, and each has what changed since the night before', async () => {
  const cluster = makeCluster(scratchFolder(), key)
  const run = (name: string, url: string) =>
    ended(process.execPath, [mgi, 'run', url, '--out', `reports/${name}`, '--quiet'], cluster.folder, {
      ...process.env,
      MGI_API_KEY: key,
    })
  writeFileSync(join(cluster.folder, 'mgi.config.yaml'), 'profile: smoke\nareas: [messages]\n')
  await run('one', conforming.url)
  await run('one', faulty.url)
  await run('other', conforming.url)
  expect(await runPod(page, cluster)).toMatchObject({ status: 0, stderr: '' })
  const read = (name: string) => JSON.parse(readFileSync(join(cluster.folder, 'reports', name), 'utf8'))
  expect(read('matrix.json').sides).toHaveLength(2)
  expect(read('one.since.json').changes['newly-failing']).toMatchObject([{ id: 'messages.stream-end' }])
  expect(existsSync(join(cluster.folder, 'reports/other.since.json'))).toBe(false)
})

test('the verdict waits for the last shard', async () => {
  const cluster = clusterFor(conforming.url)
  const waiting = runPod(verdict, cluster)
  let hasEnded = false
  const watched = waiting.then((done) => {
    hasEnded = true
    return done
  })
  await runShards(cluster)
  expect(hasEnded).toBe(false)
  expect(await watched).toMatchObject({ status: 0 })
})

test('without a shard that is lost the verdict is inconclusive, with a report of the others', async () => {
  const cluster = clusterFor(conforming.url)
  for (const index of [0, 1, 2])
    expect(await runPod(shards, cluster, { JOB_COMPLETION_INDEX: String(index) })).toMatchObject({ status: 0 })
  expect(await runPod(verdict, cluster, { PATIENCE: '0' })).toMatchObject({ status: 3 })
  expect(reportIn(cluster, 'reports/whole').summary.reason).toContain('shard')
})

test('a pod of a shard passes a signal on, and has not ended then', async () => {
  const cluster = clusterFor(conforming.url)
  const { program, options, env } = podProcess(shards, cluster, { JOB_COMPLETION_INDEX: '0' })
  const pod = spawn(program, options, { cwd: cluster.folder, env, stdio: 'ignore' })
  await expect.poll(() => existsSync(join(cluster.folder, 'reports/shards/1/exchanges.ndjson'))).toBe(true)
  pod.kill('SIGTERM')
  expect(await new Promise((resolve) => pod.once('exit', resolve))).toBe(130)
  expect(reportIn(cluster, 'reports/shards/1').summary.verdict).toBe('inconclusive')
  expect(existsSync(join(cluster.folder, 'reports/ended/1'))).toBe(false)
})

test.each([
  ['Complete', '0', 0],
  ['Failed', '1', 1],
  ['Failed', '', 3],
])('wait.sh ends when the Job is %s, with the status of its pod (%s)', async (condition, status, expected) => {
  const cluster = clusterFor(conforming.url)
  // The first look finds no condition.
  const kubectl = `#!/bin/sh
case "$1 $*" in
  get*conditions*) [ -e looked ] && echo ${condition}; touch looked ;;
  get*exitCode*) printf '%s' '${status}' ;;
  logs*) echo the log ;;
esac
`
  writeFileSync(join(cluster.folder, 'bin/kubectl'), kubectl, { mode: 0o755 })
  const env = { PATH: `${join(cluster.folder, 'bin')}:${process.env['PATH'] ?? ''}`, PAUSE: '0' }
  const waited = await ended('sh', [join(manifests, 'wait.sh')], cluster.folder, env)
  expect(waited).toMatchObject({ status: expected, stdout: 'the log\n' })
})

test('a usage error fails the pod of a shard, and its index is not tried again', async () => {
  const cluster = clusterFor('not-a-url')
  expect(await runPod(shards, cluster, { JOB_COMPLETION_INDEX: '0' })).toMatchObject({ status: 2 })
  expect(shards.spec).toMatchObject({
    podFailurePolicy: {
      rules: [{ action: 'Count' }, { action: 'FailIndex', onExitCodes: { operator: 'NotIn', values: [0] } }],
    },
  })
})

describe.each([
  ['shards.yaml', shards],
  ['verdict.yaml', verdict],
  ['nightly.yaml', nightly],
  ['page.yaml', page],
] as const)('%s', (_, { spec }) => {
  const pod = spec.template.spec

  test('runs without rights: not as root, with a read-only file system, without a token of the cluster', () => {
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    for (const { securityContext } of pod.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  })

  test('states what it needs, and mounts each of its volumes once', () => {
    for (const { resources, volumeMounts } of pod.containers) {
      expect(resources).toMatchObject({ requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } })
      expect(volumeMounts.map(({ name }) => name).sort()).toEqual(pod.volumes.map(({ name }) => name).sort())
    }
  })
})

test('both Jobs know as many shards as there are pods', () => {
  const { completions, parallelism } = shards.spec
  expect(parallelism).toBe(completions)
  for (const { spec } of [shards, verdict])
    expect(spec.template.metadata?.annotations['mgi/shards']).toBe(String(completions))
})

const hasKubectl = (await ended('kubectl', ['version', '--client'], manifests)).status === 0

test.skipIf(!hasKubectl)('kustomize builds it; the number of shards is stated in one place', async () => {
  const folder = scratchFolder()
  for (const name of readdirSync(manifests).filter((one) => statSync(join(manifests, one)).isFile())) {
    const text = readFileSync(join(manifests, name), 'utf8')
    writeFileSync(join(folder, name), text.replace('completions: 8', 'completions: 16'))
  }
  const { status, stdout, stderr } = await ended('kubectl', ['kustomize', folder], folder)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const jobs = parseAllDocuments(stdout)
    .map((one) => one.toJS() as Job)
    .filter((one) => one.spec?.template !== undefined)
  expect(jobs.map(({ metadata }) => metadata.name)).toEqual(['mgi-shards', 'mgi-verdict'])
  expect(jobs[0]?.spec.parallelism).toBe(16)
  expect(jobs.map(({ spec }) => spec.template.metadata?.annotations['mgi/shards'])).toEqual(['16', '16'])
  expect(jobs.flatMap(({ spec }) => spec.template.spec.containers.map(({ image }) => image))).toEqual(
    Array(2).fill('registry.example/mgi:0.1.0'),
  )
})
