import { expect, test, vi } from 'vitest'
import { startAdmin } from '../../proxy/admin.ts'
import type { JudgingProxy } from '../../proxy/start-proxy.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { startProxyProgress } from './live.ts'

test('the end of judging is said once and /healthz says so without the reason, though nothing more is judged', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const io = capturedIo()
  const counts = { judged: 0, cancelled: 0, forgotten: 0, underWay: 0, replies: {} }
  const all = { ...counts, unknown: 0, leftOut: 0, behind: 0, tooLarge: 0 }
  const proxy = { counts: () => all, failure: () => new Error('the disk is full') } as unknown as JudgingProxy
  const live = startProxyProgress(proxy, io, false)
  try {
    vi.advanceTimersByTime(5_000)
    expect(io.err()).toBe('judging has stopped: the disk is full\n')
    const state = { counts: proxy.counts, violations: live.violations, hasStopped: () => live.trouble() !== undefined }
    const admin = await startAdmin(state, { port: 0, host: '127.0.0.1' })
    expect(await (await fetch(`${admin.url}/healthz`)).text()).toBe('ok, but judging has stopped\n')
    await admin.close()
  } finally {
    live.end()
    vi.useRealTimers()
  }
})
