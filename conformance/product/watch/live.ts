import type { LiveState } from '../../../reports/html/live.ts'
import type { Report } from '../../core/model/report.ts'

/** A problem with the gateway between two runs. */
export interface GatewayTrouble {
  readonly kind: 'down' | 'crashed'
  /** For example the connection error, or the exit status of the command. */
  readonly text: string
}

/** The state of a watch, for its page. */
export interface Live {
  readonly state: () => LiveState
  /** Returns the report of the last complete run. */
  readonly report: () => Report | undefined
  begin(what: string): void
  progress(done: number, planned: number): void
  /** Ends the round. The report is that of a complete run; absent for other rounds. */
  end(outcome: string, report?: Report): void
  /** Shows that the gateway starts, or starts again after it was stopped. Returns the title, for the terminal. */
  starting(wasRunning: boolean): string
  waiting(): void
  /** Sets the problem with the gateway, or clears it. */
  trouble(trouble: GatewayTrouble | undefined): void
  ended(): void
  /** Calls the listener after every change. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
}

type Activity = 'running' | 'waiting' | 'starting' | 'restarting' | 'ended'

const titles = {
  running: 'Running',
  waiting: 'Waiting for changes',
  starting: 'Starting the gateway',
  restarting: 'Restarting the gateway',
  down: 'Gateway down',
  crashed: 'Gateway crashed',
  ended: 'mgi watch has ended',
} as const satisfies Record<LiveState['kind'], string>

export function startLive(): Live {
  const listeners = new Set<() => void>()
  let activity: Activity = 'waiting'
  let round = 0
  /** The progress or outcome of the round. */
  let roundWords = ''
  let trouble: GatewayTrouble | undefined
  let report: Report | undefined
  let reports = 0
  let what = ''
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const act = (next: Activity) => {
    activity = next
    changed()
  }
  return {
    state() {
      // A gateway is expected to be down while it restarts.
      const isTroubled = trouble !== undefined && (activity === 'running' || activity === 'waiting')
      const kind = isTroubled ? trouble!.kind : activity
      const ofRound = round === 0 ? [] : [`Round ${round}, ${what}${roundWords === '' ? '' : `: ${roundWords}`}`]
      return {
        kind,
        title: titles[kind],
        words: [...(isTroubled ? [trouble!.text] : []), ...ofRound].join(' · '),
        reports,
      }
    },
    report: () => report,
    begin(next) {
      round += 1
      what = next
      roundWords = ''
      act('running')
    },
    progress(done, planned) {
      roundWords = done <= planned ? `${done} of ${planned} requests` : `${done} requests (${planned} planned)`
      changed()
    },
    end(outcome, finished) {
      roundWords = outcome
      if (finished !== undefined) {
        report = finished
        reports += 1
      }
      act('waiting')
    },
    starting(wasRunning) {
      act(wasRunning ? 'restarting' : 'starting')
      return titles[activity]
    },
    waiting: () => act('waiting'),
    trouble(next) {
      if (next?.text === trouble?.text && next?.kind === trouble?.kind) return
      trouble = next
      changed()
    },
    ended: () => act('ended'),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
