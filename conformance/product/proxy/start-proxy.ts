import process from 'node:process'
import type { Report } from '../../core/model/report.ts'
import { counted } from '../../core/text/counted.ts'
import { type Tls, tlsOptions } from '../../engine/record/client/tls.ts'
import { vendors } from '../../engine/record/har/vendors.ts'
import { startReverseProxy } from '../../engine/record/proxy/reverse-proxy.ts'
import { baseUrlOf } from '../config/vocabulary.ts'
import { type JudgedCounts, type JudgingOptions, judgedCatalogue, type ViolatedRequirement } from './judging.ts'
import { startOtherPaths } from './other-paths.ts'
import { startThread } from './thread.ts'
import { startAreaOf } from './to-exchange.ts'

export interface ProxyOptions extends Pick<JudgingOptions, 'target'>, Partial<Omit<JudgingOptions, 'target'>> {
  readonly port?: number
  readonly host?: string
  /** The share of requests that are judged, chosen at random; by default 1 (all). */
  readonly sample?: number
  /** The certificate for clients. Without one, the proxy serves plain HTTP. */
  readonly serverTls?: { readonly cert: string; readonly key: string }
  /** True to add `X-Forwarded-*` headers for the client. By default those headers pass unchanged. */
  readonly isForwarded?: boolean
  /** The TLS settings of the connection to the target. */
  readonly tls?: Tls
  /** The maximum size in bytes of a body that is copied for judging, 16 MB by default. */
  readonly maxBodyBytes?: number
  /**
   * The maximum number of bytes that wait for judging, 16 MB by default. Beyond it, exchanges pass without being
   * judged.
   */
  readonly maxWaitingBytes?: number
}

/** Counts since the proxy started. */
export interface ProxyCounts extends JudgedCounts {
  readonly underWay: number
  /** Complete responses by status class, for example `2xx`. */
  readonly replies: Readonly<Record<string, number>>
  /** Not judged, because they match no operation of the specification. */
  readonly unknown: number
  /** Not judged, because they are not in the sample. */
  readonly leftOut: number
  /** Not judged, because judging was behind. */
  readonly behind: number
  /** Not judged, because the body, or all bodies in flight, were too large to copy. */
  readonly tooLarge: number
  /** Requests that an error of the suite ended. */
  readonly failed: number
}

export interface JudgingProxy {
  readonly url: string
  counts(): ProxyCounts
  /** Returns the error that ended judging, if there was one. The proxy keeps forwarding. */
  failure(): Error | undefined
  violations(): Promise<readonly ViolatedRequirement[]>
  /** Returns the report so far. The proxy keeps running. */
  report(): Promise<Report>
  /** Waits at most `graceMs` milliseconds for requests in flight, closes the proxy, and returns the report. */
  close(graceMs?: number): Promise<Report>
}

const usual = {
  keys: [],
  vocabulary: {},
  recognised: vendors,
  unsupported: [],
  masks: [],
  plugins: [],
  strict: false,
  remember: 20_000,
}

/**
 * Starts a reverse proxy that judges its traffic. It changes nothing and does not wait for the judge. If judging is too
 * slow, some exchanges are not judged, and the report states that.
 */
export async function startProxy(options: ProxyOptions): Promise<JudgingProxy> {
  const { maxWaitingBytes = 16 * 2 ** 20, sample = 1 } = options
  const { port, host, serverTls, isForwarded = false, tls, maxBodyBytes, ...others } = options
  const judgingOptions: JudgingOptions = { ...usual, cwd: process.cwd(), ...others }
  // Loads the edition and plugins here to report their errors; the worker loads them again.
  await judgedCatalogue(judgingOptions)
  const thread = await startThread(judgingOptions)
  const started = performance.now()
  const { vocabulary } = judgingOptions
  const areaOf = startAreaOf(vocabulary)
  const otherPaths = startOtherPaths(areaOf, judgingOptions.recognised)
  const { aside, replies, noteReply } = startCounts()
  const reasonAgainst = (method: string, path: string): keyof typeof aside | undefined => {
    if (!otherPaths.isKnown(method, path)) {
      otherPaths.note(method, path)
      return 'unknown'
    }
    if (sample < 1 && Math.random() >= sample) return 'leftOut'
    return thread.waiting() > maxWaitingBytes ? 'behind' : undefined
  }
  const proxy = await startReverseProxy({
    targetOf: (method, path) => baseUrlOf(areaOf(method, path), options.target, vocabulary),
    isWanted: (method, path) => {
      const why = reasonAgainst(method, path)
      if (why !== undefined) aside[why] += 1
      return why === undefined
    },
    isForwarded,
    connect: tlsOptions(tls),
    onPassed: (passed) => {
      if (otherPaths.isOurs(passed)) return thread.see(passed)
      otherPaths.note(passed.method, passed.path)
      aside.unknown += 1
    },
    port,
    host,
    tls: serverTls,
    maxBodyBytes,
    onTooLarge: () => {
      aside.tooLarge += 1
    },
    onFault: () => {
      aside.failed += 1
    },
    onReply: noteReply,
  }).catch(async (error: unknown) => {
    await thread.end()
    throw error
  })
  const counts = (): ProxyCounts => ({
    ...thread.counts(),
    ...aside,
    replies: { ...replies },
    underWay: proxy.underWay(),
  })
  const report = async (): Promise<Report> => {
    // The worker handles orders one by one, so its reply means that everything before was judged and counted.
    await thread.violations()
    return thread.report({ durationMs: performance.now() - started, limits: [inWords(counts(), otherPaths.inWords())] })
  }
  return {
    url: proxy.url,
    counts,
    report,
    failure: thread.failure,
    violations: thread.violations,
    close: async (graceMs) => {
      await proxy.close(graceMs)
      try {
        return await report()
      } finally {
        await thread.end()
      }
    },
  }
}

/** Counts the requests that are not judged, and the responses by status class. */
function startCounts() {
  const aside = { unknown: 0, leftOut: 0, behind: 0, tooLarge: 0, failed: 0 }
  const replies: Record<string, number> = {}
  const noteReply = (status: number | undefined): void => {
    const group = status === undefined ? 'none' : `${Math.floor(status / 100)}xx`
    replies[group] = (replies[group] ?? 0) + 1
  }
  return { aside, replies, noteReply }
}

const asideInWords = [
  ['unknown', 'to paths that are not in the specification'],
  ['leftOut', 'left out by --sample'],
  ['behind', 'because judging fell behind'],
  ['tooLarge', 'too large to copy'],
  ['cancelled', 'cancelled by the client'],
  ['notJudgeable', 'because of an error of the suite'],
  ['failed', 'ended by an error of the suite'],
] as const satisfies readonly (readonly [keyof ProxyCounts, string])[]

/** Describes how many requests were judged, and why the others were not. `paths` names the paths of some of those. */
export function inWords(counts: ProxyCounts, paths = ''): string {
  const all = Object.values(counts.replies).reduce((sum, number) => sum + number, 0)
  const others = asideInWords.flatMap(([why, words]) => {
    const which = why === 'unknown' && paths !== '' ? ` (${paths})` : ''
    return counts[why] === 0 ? [] : [`${counts[why]} ${words}${which}`]
  })
  const rest = others.length === 0 ? '' : `; not judged: ${others.join(', ')}`
  const inPart = counts.inPart === 0 ? '' : `, ${counts.inPart} more in part`
  return `${counts.judged - counts.inPart} of ${counted(all, 'forwarded request')} judged${inPart}${rest}`
}
