import { exchangeAnchorOf, resultAnchorOf } from '../../reports/html/anchor.ts'
import { renderers } from '../../reports/index.ts'
import { allResults } from '../../reports/result.ts'
import { exchangeDetail, resultDetail } from '../../reports/watch/detail.ts'
import { exchangeList } from '../../reports/watch/exchange-list.ts'
import { watchPage } from '../../reports/watch/page.ts'
import type { Live } from './live.ts'

/** So many exchanges are listed at once. */
const listed = 200

/** What the page asks for, as HTML; `undefined` where there is no such thing. */
export function pageRoutes(name: string, query: URLSearchParams, live: Live): string | undefined {
  switch (name) {
    case '':
      return watchPage(live.view())
    case 'detail':
      return detail(query.get('place') ?? '', live)
    case 'exchanges':
      return exchangeList(
        live.recent.list({ words: query.get('words') ?? '', onlyStreams: query.get('streams') === '1', most: listed }),
        live.recent.count,
      )
    case 'report': {
      const report = live.complete()
      return report && renderers.html(report)
    }
    default:
      return undefined
  }
}

/** What stands at an address of the page: a result, or an exchange. */
function detail(place: string, live: Live): string | undefined {
  const view = live.view()
  const result = allResults(view.now?.report ?? { requirements: [] }).find(
    ({ id, operation }) => resultAnchorOf(id, operation) === place,
  )
  if (result !== undefined) return resultDetail({ requirement: result.id, operation: result.operation }, view)
  const exchange =
    live.recent.find((id) => exchangeAnchorOf(id) === place) ??
    view.now?.report.exchanges.find(({ id }) => exchangeAnchorOf(id) === place)
  return exchange && exchangeDetail(exchange, view)
}
