import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { isObject } from '../../schemas/json.ts'

interface Line {
  readonly id: string
  readonly caseId?: string
  readonly startedAt: number
  readonly request: { readonly body: { readonly text?: string } }
}

/** The longest line that is repeated. Bodies are not kept in memory, so long ones would only take time. */
const longest = 12_000

/** Writes the evidence of a run again with so many lines: its exchanges, and then others with requests of their own. */
export function multiplied(evidence: string, lines: number, into: string): void {
  const [header = '', ...rest] = readFileSync(evidence, 'utf8').trimEnd().split('\n')
  const footer = JSON.parse(rest.pop() ?? '') as object
  const short = rest.filter(({ length }) => length < longest)
  const file = openSync(into, 'w')
  const write = (text: string) => writeSync(file, `${text}\n`)
  write(header)
  const count = lines - 2
  for (let at = 0; at < count; at += 1) write(rest[at] ?? again(short[at % short.length]!, at))
  write(JSON.stringify({ ...footer, count }))
  closeSync(file)
}

function again(text: string, at: number): string {
  const { id, caseId, startedAt, request, ...line } = JSON.parse(text) as Line
  const body = request.body.text === undefined ? request.body : { ...request.body, text: unlike(request.body.text, at) }
  const ids = { id: `${id}-${at}`, ...(caseId === undefined ? {} : { caseId: `${caseId}-${at}` }) }
  return JSON.stringify({ ...line, ...ids, startedAt: startedAt + at * 100, request: { ...request, body } })
}

/** Returns a JSON text with a number after its first prompt; other texts as they are. */
function unlike(json: string, number: number): string {
  let isDone = false
  try {
    const value = JSON.parse(json, (name, member: unknown) => {
      if (isDone || typeof member !== 'string' || !['text', 'content', 'prompt'].includes(name)) return member
      isDone = true
      return `${member} ${number}`
    }) as unknown
    return isObject(value) ? JSON.stringify(value) : json
  } catch {
    return json
  }
}
