import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, scratch } from '../../package/consumer.ts'
import { manifests } from './pod.ts'

const { folder, remove } = scratch()
afterAll(remove)
const python = (await ended('python3', ['-m', 'venv', '--help'], manifests)).status === 0

/** kubernetes-validate contains the schemas of each version of the API, and rejects unknown members. */
describe.skipIf(!python)('the schemas of the Kubernetes API', () => {
  const home = folder()
  const validate = (version: string, ...files: readonly string[]) => {
    const options = ['--strict', '--kubernetes-version', version, ...files]
    return ended(join(home, 'bin/kubernetes-validate'), options, manifests)
  }
  beforeAll(async () => {
    await ended('python3', ['-m', 'venv', home], manifests)
    const installed = await ended(join(home, 'bin/pip'), ['install', '--quiet', 'kubernetes-validate==1.37.0'], home)
    expect(installed).toMatchObject({ status: 0 })
  })

  const files = [
    'reports.yaml',
    'shards.yaml',
    'verdict.yaml',
    'nightly/reports.yaml',
    'nightly/nightly.yaml',
    'nightly/page.yaml',
  ]

  test.each(['1.31', '1.37'])('of version %s accept the manifests', async (version) => {
    const { status, stdout, stderr } = await validate(version, ...files)
    expect({ status, said: stdout + stderr }).toEqual({
      status: 0,
      said: expect.stringContaining('cronjob/mgi-nightly'),
    })
  })

  test('notice a member that does not exist', async () => {
    const wrong = join(home, 'wrong.yaml')
    const { stdout } = await ended(
      'sed',
      ['s/readOnlyRootFilesystem/readOnlyRootFileSystem/', 'shards.yaml'],
      manifests,
    )
    writeFileSync(wrong, stdout)
    expect(await validate('1.37', wrong)).toMatchObject({ status: 1 })
  })
})
