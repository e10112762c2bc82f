import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/index.ts'
import { certify } from '../run/certify.ts'
import { describeConformance } from './index.ts'

const fault = 'messages-stream-no-stop'
let conforming: ReferenceServer
let faulty: ReferenceServer

beforeAll(async () => {
  conforming = await startReferenceServer()
  faulty = await startReferenceServer({ faults: [fault] })
})
afterAll(async () => {
  await conforming.close()
  await faulty.close()
})

const narrow = { key: 'test-key', areas: ['messages'], requirements: ['messages.stream-*'], profile: 'smoke' } as const

describeConformance({ ...narrow, target: () => conforming.url, name: 'a conforming server passes every test' })

describe('toConform', () => {
  test('passes for a conforming server', async () => {
    expect(await certify({ ...narrow, target: conforming.url })).toConform()
  })

  test('fails for a faulty server, with requirement, operation and a command in the message', async () => {
    const report = await certify({ ...narrow, target: faulty.url })
    expect(report).not.toConform()
    expect(() => expect(report).toConform()).toThrow(
      /^expected http:\S+ to conform: Stream ended without .*\n[\s\S]*messages\.[\w-]+ on messages\.stream \(section 6\)[\s\S]*curl/,
    )
  })

  test('excuses exactly the known failures', async () => {
    const report = await certify({ ...narrow, target: faulty.url })
    const broken = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
    expect(broken).not.toEqual([])
    expect(report).toConform({ known: broken })
    expect(report).not.toConform({ known: broken.slice(1) })
    expect(report).not.toConform({ known: [...broken, 'messages.no-such-thing'] })
  })

  test('fails a full run with an outdated entry', async () => {
    const report = await certify({
      target: conforming.url,
      key: 'test-key',
      areas: ['token-usage'],
      profile: 'standard',
    })
    expect(report).toConform()
    expect(report).toConform({ known: ['usage.reply-code'] })
    // Returns a report of a run without a limit to an area.
    const whole = { ...report, limits: [] }
    expect(() => expect(whole).toConform({ known: ['usage.reply-code'] })).toThrow('usage.reply-code passes now')
  })

  test('fails if nothing was tested, regardless of known failures', async () => {
    const report = await certify({ ...narrow, target: 'http://127.0.0.1:1' })
    expect(report).not.toConform()
    expect(report).not.toConform({ known: ['messages.*'] })
    expect(() => expect(report).toConform()).toThrow(
      /^expected http:\/\/127\.0\.0\.1:1 to conform: inconclusive: http:\/\/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)[^\n]*$/,
    )
  })
})
