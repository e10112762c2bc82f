import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Front, openFront } from '../../core/server/front.ts'
import type { ViolatedRequirement } from './judging.ts'
import type { ProxyCounts } from './start-proxy.ts'

export interface ProxyState {
  readonly counts: () => ProxyCounts
  /** Returns the violations, which are a few seconds old. */
  readonly violations: () => readonly ViolatedRequirement[]
  /** Returns whether judging has stopped. The reason may contain text of the traffic, so that it is not served. */
  readonly hasStopped: () => boolean
}

/** Serves `/healthz` and `/metrics`, and forwards no requests. */
export function startAdmin(state: ProxyState, { port, host }: { port: number; host: string }): Promise<Front> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const [path] = (request.url ?? '').split('?')
    const say = (status: number, type: string, body: string): void =>
      void response.writeHead(status, { 'content-type': type }).end(request.method === 'HEAD' ? undefined : body)
    if (path === '/healthz') {
      // The proxy stays healthy if judging has failed, because a restart would break its connections.
      say(200, 'text/plain; charset=utf-8', `ok${state.hasStopped() ? ', but judging has stopped' : ''}\n`)
    } else if (path === '/metrics') say(200, openMetricsType, metrics(state.counts(), state.violations()))
    else say(404, 'text/plain; charset=utf-8', 'the paths are /healthz and /metrics\n')
  }
  return openFront({ name: 'mgi proxy', port, host, answer })
}

export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** Renders the counts of a proxy in the text format of OpenMetrics 1.0. Labels never contain text from the traffic. */
export function metrics(counts: ProxyCounts, violations: readonly ViolatedRequirement[]): string {
  const { replies, underWay, judged, cancelled, forgotten, unknown, leftOut, behind, tooLarge, notJudgeable, failed } =
    counts
  const notJudged = { cancelled, unknown, sample: leftOut, behind, too_large: tooLarge, error: notJudgeable + failed }
  return [
    '# TYPE mgi_proxy_responses counter',
    '# HELP mgi_proxy_responses Exchanges that came to their end, by the class of the status.',
    ...Object.entries(replies).map(([status, value]) => `mgi_proxy_responses_total{status="${status}"} ${value}`),
    '# TYPE mgi_proxy_in_flight gauge',
    '# HELP mgi_proxy_in_flight Requests under way.',
    `mgi_proxy_in_flight ${underWay}`,
    '# TYPE mgi_proxy_judged counter',
    '# HELP mgi_proxy_judged Exchanges that were judged.',
    `mgi_proxy_judged_total ${judged}`,
    '# TYPE mgi_proxy_forgotten counter',
    '# HELP mgi_proxy_forgotten Judged exchanges that are forgotten but for counts, verdicts and first findings.',
    `mgi_proxy_forgotten_total ${forgotten}`,
    '# TYPE mgi_proxy_not_judged counter',
    '# HELP mgi_proxy_not_judged Exchanges that were not judged, by reason.',
    ...Object.entries(notJudged).map(([reason, value]) => `mgi_proxy_not_judged_total{reason="${reason}"} ${value}`),
    '# TYPE mgi_proxy_violating_exchanges gauge',
    '# HELP mgi_proxy_violating_exchanges Judged exchanges that violate a requirement.',
    ...violations.map(
      ({ requirement, operation, level, violating }) =>
        `mgi_proxy_violating_exchanges{requirement="${requirement}",operation="${operation}",level="${level}"} ${violating}`,
    ),
    '# EOF',
    '',
  ].join('\n')
}
