import { type Framing, nameLine } from './streams.ts'

/** CRLF, a byte order mark, a comment before and after every event, `id:` and `retry:` lines. */
export const windows: Framing = (events) =>
  `\ufeff: open\r\n\r\n${events
    .map(
      ({ event, json }, at) =>
        `: heartbeat\r\nid: ${at}\r\nretry: 3000\r\n${nameLine(event, '\r\n')}data: ${JSON.stringify(json)}\r\n\r\n:\r\n`,
    )
    .join('')}`

/** Carriage returns only, `data:` without a space before the name, three blank lines between events. */
export const oldMac: Framing = (events) =>
  events
    .map(({ event, json }) => `data:${JSON.stringify(json)}\r${event === undefined ? '' : `event:${event}\r`}\r\r\r`)
    .join('')

/** Each payload pretty-printed over many `data:` lines, among unknown fields. */
export const manyLines: Framing = (events) =>
  events
    .map(({ event, json }) => {
      const lines = JSON.stringify(json, undefined, 2).split('\n')
      return `${nameLine(event, '\n')}trace: 7\ndata\nfield\n${lines.map((line) => `data: ${line}\n`).join('')}\n`
    })
    .join('')

/** No `event:` lines, blank lines before the first event and after the last, comments with no events at the end. */
export const unnamed: Framing = (events) =>
  `\n\n\n${events.map(({ json }) => `data: ${JSON.stringify(json)}\n\n`).join('')}\n\n: done\n\n: bye\n`
