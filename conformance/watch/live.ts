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

/** The state of a watch. It sends nothing and writes nothing. */
export interface Live {
  readonly recent: RecentExchanges
  /** Returns the current state for the page. During a run, judges what was sent so far. */
  view(): WatchView
  /** Returns the report of the last complete run. */
  complete(): Report | undefined
  /** Begins a run, whose hooks update the state. */
  begin(run: BegunRun): RunHooks
  /** Ends the run. */
  end(outcome: string, report?: Report): void
  waiting(words: string): void
  ended(): void
  note(text: string): void
  gateway(gateway: WatchedGateway): void
  /** Calls the listener after every change. Returns a function that stops this. */
  subscribe(listener: () => void): () => void
}

export interface BegunRun extends Pick<WatchedRun, 'what' | 'why'> {
  /** Everything, a selection, or one case, which gives no verdict. */
  readonly scope: 'everything' | 'case' | Selection
}

export interface Watched {
  readonly target: string
  readonly selection: Selection
  readonly catalogue: Catalogue
  readonly earlier?: Report | undefined
}

const notesKept = 1000

interface State {
  activity: Activity
  before: NamedReport | undefined
  /** The results after the last run. */
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
          // The evidence may be removed before the report is finished.
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

/** Judging what was sent so far may take at most an eighth of the time of a run. */
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

/** Returns the current results. During a run, those so far are merged in. */
function standingNow({ standing, soFar, scope }: State, catalogue: Catalogue, name: string): NamedReport | undefined {
  if (soFar === undefined) return standing
  const report = soFar()
  if (typeof scope === 'string' || standing === undefined) return { name, report }
  const looksAt = lookingAt(scope, catalogue)
  // A requirement that was not tested yet may still be tested.
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

/** The exchanges that a page can show; of a long watch the latest. */
interface RecentExchanges {
  readonly count: number
  /** Adds a recorded exchange, which has labels instead of secrets. It replaces one with the same id. */
  add(exchange: Exchange, about: About): void
  /** Returns the first exchange with a matching id. */
  find(fits: (id: string) => boolean): ExchangeEvidence | undefined
  /** Returns exchanges whose line contains all words, the latest first. */
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
