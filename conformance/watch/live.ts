import type { NamedReport } from '../../reports/side.ts'
import type { Activity, WatchedGateway, WatchedRun, WatchView } from '../../reports/watch/view.ts'
import { toolIdentity } from '../files/tool-identity.ts'
import type { Report } from '../model/report.ts'
import type { Catalogue } from '../model/suite.ts'
import type { Selection } from '../record/evidence/frame.ts'
import type { RunHooks } from '../run/run.ts'
import { type LooksAt, lookingAt } from './looking-at.ts'
import { mergedReport } from './merged-report.ts'
import { type RecentExchanges, startRecentExchanges } from './recent-exchanges.ts'

/** What a watch knows, while it goes on. Pure bookkeeping: it sends nothing and writes nothing. */
export interface Live {
  readonly recent: RecentExchanges
  /** What a page shows now. Judges what was sent so far, if a run goes on. */
  view(): WatchView
  /** The report of the last run of everything. */
  complete(): Report | undefined
  /** A run begins. The hooks tell of it. */
  begin(run: BegunRun): RunHooks
  /** It has come to its end, with a report where there is one. */
  end(outcome: string, report?: Report): void
  waiting(words: string): void
  ended(): void
  note(text: string): void
  gateway(gateway: WatchedGateway): void
  /** Is called whenever something has changed. */
  subscribe(listener: () => void): () => void
}

/** What a run is about. */
export interface BegunRun extends Pick<WatchedRun, 'what' | 'why'> {
  /** All, what a selection is limited to, or one case, which decides nothing. */
  readonly scope: 'everything' | 'case' | Selection
}

/** What is watched. */
export interface Watched {
  readonly target: string
  readonly selection: Selection
  readonly catalogue: Catalogue
  /** The results of an earlier watch or run of the same target. */
  readonly earlier?: Report | undefined
}

/** So many messages are kept. */
const notesKept = 1000

interface State {
  activity: Activity
  before: NamedReport | undefined
  /** How things stood when the last run was over. */
  standing: NamedReport | undefined
  complete: NamedReport | undefined
  soFar: (() => Report) | undefined
  scope: BegunRun['scope']
  gateway: WatchedGateway | undefined
}

export function startLive({ target, selection, catalogue, earlier }: Watched): Live {
  const listeners = new Set<() => void>()
  const recent = startRecentExchanges()
  const runs: WatchedRun[] = []
  const notes: string[] = []
  const former = earlier === undefined ? undefined : { name: 'an earlier run', report: earlier }
  const state: State = {
    activity: { kind: 'waiting', words: '' },
    before: undefined,
    standing: former,
    complete: former,
    soFar: undefined,
    scope: 'everything',
    gateway: undefined,
  }
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const set = (change: Partial<State>) => {
    Object.assign(state, change)
    changed()
  }
  const act = (change: Partial<Activity>) => set({ activity: { ...state.activity, ...change } })
  const nameOfRun = () => `run ${runs.length}`
  const ids = catalogue.requirements.map(({ id }) => id)
  return {
    recent,
    view: () => ({
      ...{ target, tool: toolIdentity(), areas: selection.areas, ids, activity: state.activity },
      ...{ runs, notes, exchanges: recent.count },
      ...(state.before === undefined ? {} : { before: state.before }),
      ...optional('now', standingNow(state, catalogue, nameOfRun())),
      ...optional('gateway', state.gateway),
    }),
    complete: () => state.complete?.report,
    begin({ what, why, scope }) {
      runs.push({ what, why, startedAt: new Date().toISOString() })
      set({
        activity: { kind: 'running', words: 'planning' },
        scope,
        ...(scope === 'case' ? {} : { before: state.complete }),
        soFar: undefined,
      })
      return {
        onStart: ({ soFar }) => set({ soFar: atTimes(soFar) }),
        onPhase(words) {
          // Its evidence may be gone before its report is there.
          if (words === 'writing') set({ soFar: state.soFar && constant(state.soFar()) })
          act({ words })
        },
        onProgress: (done, planned) => act({ done, planned }),
        onNote: (text) => note(text),
        onExchange: (exchange, about) => recent.add(exchange, about),
      }
    },
    end(outcome, report) {
      runs.push({ ...runs.pop()!, outcome })
      const now = report === undefined ? undefined : standingAfter(report, state, catalogue)
      const named = now === undefined ? undefined : { name: nameOfRun(), report: now }
      set({
        soFar: undefined,
        ...(named === undefined ? {} : { standing: named }),
        ...(named === undefined || state.scope !== 'everything' ? {} : { complete: named }),
      })
    },
    waiting: (words) => set({ activity: { kind: 'waiting', words } }),
    ended: () => set({ activity: { kind: 'ended', words: 'mgi watch has ended' } }),
    note,
    gateway: (gateway) => set({ gateway }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  function note(text: string): void {
    notes.push(text)
    notes.splice(0, notes.length - notesKept)
    changed()
  }
}

/** Judging what was sent so far takes time that the run has to spare: at most one eighth of it. */
function atTimes(soFar: () => Report): () => Report {
  let last: { readonly report: Report; readonly until: number } | undefined
  return () => {
    const start = performance.now()
    if (last !== undefined && start < last.until) return last.report
    const report = soFar()
    const now = performance.now()
    last = { report, until: now + 8 * (now - start) }
    return report
  }
}

function constant<Value>(value: Value): () => Value {
  return () => value
}

/** How things stand; while a run goes on, with what it has shown so far. */
function standingNow({ standing, soFar, scope }: State, catalogue: Catalogue, name: string): NamedReport | undefined {
  if (soFar === undefined) return standing
  const report = soFar()
  if (typeof scope === 'string' || standing === undefined) return { name, report }
  const looksAt = lookingAt(scope, catalogue)
  // What was not tested yet may be tested still.
  const isKnown: LooksAt = (requirement, result) => result.verdict !== 'skipped' && looksAt(requirement, result)
  return { name, report: mergedReport(standing.report, report, isKnown) }
}

function standingAfter(report: Report, { standing, scope }: State, catalogue: Catalogue): Report {
  if (typeof scope === 'string' || standing === undefined) return report
  return mergedReport(standing.report, report, lookingAt(scope, catalogue))
}

function optional<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [N in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: Value }
}
