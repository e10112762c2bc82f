/** Each format with the file that it is written to where none is named; a terminal and a log are no files. */
export const fileNames = {
  html: 'report.html',
  json: 'results.json',
  junit: 'junit.xml',
  markdown: 'report.md',
  terminal: null,
  text: 'report.txt',
  ctrf: 'ctrf.json',
  har: 'exchanges.har',
  github: null,
  badge: 'badge.svg',
  ndjson: 'events.ndjson',
} as const
export type Format = keyof typeof fileNames
export const formats = Object.keys(fileNames) as readonly Format[]
