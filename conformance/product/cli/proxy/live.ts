import { counted } from '../../../core/text/counted.ts'
import { visibleLine } from '../../../core/text/visible.ts'
import type { ViolatedRequirement } from '../../proxy/judging.ts'
import type { JudgingProxy, ProxyCounts } from '../../proxy/start-proxy.ts'
import type { Io } from '../io.ts'

/** Shows the progress of a proxy. */
export interface ProxyProgress {
  /** The violations at the time of the last update. */
  violations(): readonly ViolatedRequirement[]
  /** Returns the error that ended judging, if there was one. */
  trouble(): string | undefined
  end(): void
}

/**
 * Times in milliseconds: between refreshes of the counters, between updates of the violations, and between lines
 * without a terminal.
 */
const pace = { look: 1_000, violations: 5_000, plain: 60_000 }

/**
 * Shows counters in one line that changes on a terminal, otherwise in a line each minute. Prints a line for each new
 * violation.
 */
export function startProxyProgress(
  proxy: JudgingProxy,
  { stderr, now = Date.now }: Pick<Io, 'stderr' | 'now'>,
  isQuiet: boolean,
): ProxyProgress {
  const isTerminal = stderr.isTTY === true
  let isToldTrouble = false
  let lastLine = now()
  const say = (line: string): void => {
    if (!isQuiet) stderr.write(`${isTerminal ? '\r\u001b[K' : ''}${visibleLine(line)}\n`)
  }
  const found = startViolations(proxy, say)
  const trouble = (): string | undefined => {
    const error = proxy.failure() ?? found.error()
    return error && `judging has stopped: ${error.message}`
  }
  const timer = setInterval(() => {
    const counts = proxy.counts()
    const stopped = trouble()
    if (stopped !== undefined && !isToldTrouble) {
      isToldTrouble = true
      say(stopped)
    }
    if (stopped === undefined) found.update(counts)
    if (isQuiet) return
    if (isTerminal) stderr.write(`\r\u001b[K${lineOf(counts, found.count())}`)
    else if (now() - lastLine >= pace.plain) {
      lastLine = now()
      say(lineOf(counts, found.count()))
    }
  }, pace.look)
  timer.unref()
  return {
    violations: found.violations,
    trouble,
    end: () => {
      clearInterval(timer)
      if (isTerminal && !isQuiet) stderr.write('\r\u001b[K')
    },
  }
}

/** Asks a proxy for its violations from time to time, and says which are new. */
function startViolations(proxy: JudgingProxy, say: (line: string) => void) {
  const printed = new Set<string>()
  let violations: readonly ViolatedRequirement[] = []
  let lookError: Error | undefined
  let nextLook = 0
  let judged = 0
  const look = async (): Promise<void> => {
    const began = performance.now()
    violations = await proxy.violations()
    // An update delays the judge, so updates take at most about a tenth of the time.
    nextLook = performance.now() + Math.max(pace.violations, 10 * (performance.now() - began))
    for (const one of violations) {
      const key = `${one.requirement} on ${one.operation}`
      if (!printed.has(key)) say(`${one.level === 'stated' ? 'failed' : 'warning'}: ${key}: ${one.message}`)
      printed.add(key)
    }
  }
  return {
    violations: () => violations,
    count: () => printed.size,
    error: () => lookError,
    update(counts: ProxyCounts): void {
      if (counts.judged === judged || performance.now() < nextLook) return
      judged = counts.judged
      nextLook = Number.POSITIVE_INFINITY
      look().catch((error: unknown) => {
        lookError = error as Error
      })
    },
  }
}

function lineOf({ judged, underWay, replies, behind }: ProxyCounts, findings: number): string {
  const passed = Object.values(replies).reduce((sum, number) => sum + number, 0)
  const late = behind === 0 ? '' : `, ${behind} not judged because judging fell behind`
  return `${passed} forwarded, ${underWay} open, ${judged} judged, ${counted(findings, 'violated requirement')}${late}`
}
