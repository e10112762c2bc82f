import type { NamedReport } from '../../reports/side.ts'
import type { Activity, ExchangeLine, WatchedGateway, WatchedRun, WatchView } from '../../reports/watch/view.ts'
import { toolIdentity } from '../files/tool-identity.ts'
import { evidenceOf } from '../judge/index.ts'
import { type Exchange, mediaType } from '../model/exchange.ts'
import type { ExchangeEvidence, Report } from '../model/report.ts'
import type { Catalogue } from '../model/suite.ts'
import { lengthOf } from '../model/whole-body.ts'
import type { Selection } from '../record/evidence/frame.ts'
import type { About } from '../record/evidence/line.ts'
import type { RunHooks } from '../run/run.ts'
import { type LooksAt, lookingAt } from './looking-at.ts'
import { mergedReport } from './merged-report.ts'

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

/** The exchanges that a page can show. Of a long watch the latest are kept. */
interface RecentExchanges {
  readonly count: number
  /** As it was recorded: labels stand for secrets. A later one of the same id takes the place of the former. */
  add(exchange: Exchange, about: About): void
  /** The first whose id fits. */
  find(fits: (id: string) => boolean): ExchangeEvidence | undefined
  /** Those whose line holds all these words, the latest first, and at most so many. */
  list(wanted: {
    readonly words: string
    readonly onlyStreams: boolean
    readonly most: number
  }): readonly ExchangeLine[]
}

/** The most bytes of bodies that are kept, and the most exchanges. */
const usualRoom = { bytes: 64 * 2 ** 20, exchanges: 20_000 }

interface Kept {
  readonly exchange: Exchange
  readonly about: About
  readonly bytes: number
}

export function startRecentExchanges(room = usualRoom): RecentExchanges {
  const kept = new Map<string, Kept>()
  let bytes = 0
  const forget = (id: string): void => {
    bytes -= kept.get(id)?.bytes ?? 0
    kept.delete(id)
  }
  return {
    get count() {
      return kept.size
    },
    add(exchange, about) {
      forget(exchange.id)
      const own = exchange.request.body.length + lengthOf(exchange.response?.chunks)
      kept.set(exchange.id, { exchange, about, bytes: own })
      bytes += own
      for (const id of kept.keys()) {
        if (kept.size === 1 || (bytes <= room.bytes && kept.size <= room.exchanges)) break
        forget(id)
      }
    },
    find(fits) {
      for (const [id, { exchange, about }] of kept) if (fits(id)) return evidenceOf(exchange, ofAbout(about))
      return undefined
    },
    list({ words, onlyStreams, most }) {
      const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
      const lines: ExchangeLine[] = []
      for (const one of [...kept.values()].reverse()) {
        if (lines.length === most) break
        const line = lineOf(one)
        const text = `${line.id} ${line.operation} ${line.purpose} ${line.answer}`.toLowerCase()
        if ((line.isStream || !onlyStreams) && wanted.every((word) => text.includes(word))) lines.push(line)
      }
      return lines
    },
  }
}

function lineOf({ exchange, about }: Kept): ExchangeLine {
  const { id, response, ended, durationMs } = exchange
  const end = ended === 'complete' ? '' : ` (${ended})`
  const isStream = response !== null && mediaType(response.headers) === 'text/event-stream'
  return { id, ...ofAbout(about), answer: `${response?.status ?? 'no response'}${end}`, durationMs, isStream }
}

function ofAbout({ operation, purpose }: About): Pick<ExchangeLine, 'operation' | 'purpose'> {
  return { ...(operation === undefined ? {} : { operation }), ...(purpose === undefined ? {} : { purpose }) }
}
