import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judge, readHar } from '../../conformance/product/recorded/judge.ts'
import { faultById } from '../../reference-server/index.ts'
import { scratch } from '../package/consumer.ts'
import { recordedWith } from './gateway.ts'
import type { Ready } from './programs.ts'
import { kept, type Request, requests } from './requests.ts'
import { differences, failedIn } from './verdicts.ts'

/** A recorder in one of its modes. */
export interface Recorder {
  readonly name: string
  /** Installs it in an empty folder. */
  readonly ready: (home: string) => Promise<Ready>
  /** Returns whether it can record a request. By default it can record all. */
  readonly canRecord?: (request: Request) => boolean
  /** Operations whose bodies it does not keep. */
  readonly lost?: readonly string[]
  /** The name of its recording in `fixtures/cassettes`. */
  readonly fixture: string
}

/** One fault for each area. */
const faults = [
  'messages-no-stop-sequence',
  'content-version-as-number',
  'images-created-missing',
  'usage-object-token',
] as const

/** Defines the tests of a recorder: the verdicts on its recording equal those on the live exchanges. */
export function describeRecorder({ name, ready, canRecord = () => true, lost = [], fixture }: Recorder): void {
  describe(name, () => {
    const { folder, remove } = scratch()
    let program: Ready
    beforeAll(async () => {
      program = await ready(folder())
      if ('missing' in program) console.warn(`${name} is skipped: ${program.missing} is not here`)
    })
    afterAll(remove)

    test.for([
      ['of a conforming gateway', []],
      ['of a gateway with a fault in each area', faults],
    ] as const)('the recording %s is judged as the live traffic', async ([, present], { skip }) => {
      if ('missing' in program) return skip(`${program.missing} is not here`)
      const list = requests.filter(canRecord)
      const { file, live } = await recordedWith(program.record, folder(), present, list)
      const report = await judge(readHar(file, { key: 'test-key' }))
      expect(report.summary.requests).toBe(list.length)
      expect(differences(live, report, lost)).toEqual([])
      expect(failedIn(report)).toEqual(failedIn(live))
      const broken = present.flatMap((id) => faultById(id)?.breaks ?? [])
      expect([...failedIn(report)].sort()).toEqual([...new Set(broken)].sort())
    })

    test.runIf(process.env['GOLDEN'] === 'write')('its fixture is written', async ({ skip }) => {
      if ('missing' in program) return skip(`${program.missing} is not here`)
      const list = requests.slice(0, kept).filter(canRecord)
      const { file, gateway } = await recordedWith(program.record, folder(), [], list)
      const { host } = new URL(gateway)
      const place = fileURLToPath(new URL(`../../fixtures/cassettes/${fixture}`, import.meta.url))
      writeFileSync(place, readFileSync(file, 'utf8').replaceAll(host, 'gateway.test'))
    })
  })
}
