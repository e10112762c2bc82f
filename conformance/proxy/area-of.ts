import { catalogue } from '../catalogue.ts'
import type { Area } from '../model/vocabulary.ts'
import { recordedPath } from '../record/client/recorded.ts'
import type { Vocabulary } from '../record/evidence/frame.ts'

/** Most clients ask for the same few paths again and again; a query may hold a key, and is not remembered. */
const mostPaths = 1_000

/** The area of the operation that is asked for, by method and path; `undefined` where no operation is. */
export type AreaOf = (method: string, path: string) => Area | undefined

export function startAreaOf(vocabulary: Vocabulary): AreaOf {
  const known = new Map<string, Area | undefined>()
  const look = (method: string, path: string): Area | undefined => {
    const request = { method, path: recordedPath(path, vocabulary), headers: [], body: new Uint8Array() }
    return catalogue.operations.find((operation) => operation.matches(request))?.area
  }
  return (method, path) => {
    if (path.includes('?')) return look(method, path)
    const key = `${method} ${path}`
    const area = known.has(key) ? known.get(key) : look(method, path)
    if (known.size >= mostPaths) known.clear()
    known.set(key, area)
    return area
  }
}
