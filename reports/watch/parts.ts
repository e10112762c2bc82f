import { resultAnchorOf } from '../html/anchor.ts'
import { causes } from '../html/causes.ts'
import { compliance } from '../html/compliance.ts'
import { type Html, html } from '../markup.ts'
import { allResults } from '../result.ts'
import { changes } from './changes.ts'
import { findings } from './findings.ts'
import { history } from './history.ts'
import { state } from './state.ts'
import type { WatchView } from './view.ts'

/** The parts of the page that change, by the id of the element that holds each. */
export type PartName = 'state' | 'changes' | 'causes-now' | 'operations' | 'findings' | 'history'

/** What stands in each part now. */
export function watchParts(view: WatchView): Readonly<Record<PartName, Html>> {
  const { now } = view
  return {
    state: state(view),
    changes: changes(view),
    'causes-now': now === undefined ? html`` : causesNow(now.report),
    operations: now === undefined ? html`` : compliance(now.report),
    findings: findings(view),
    history: history(view),
  }
}

/** Links of causes lead to details, which every result has that is listed. */
function causesNow(report: NonNullable<WatchView['now']>['report']): Html {
  const places = allResults(report).map(({ id, operation }) => resultAnchorOf(id, operation))
  return causes(report, new Set(places)) ?? html`<h2>Causes</h2><p class="quiet">None.</p>`
}
