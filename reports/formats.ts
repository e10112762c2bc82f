/** The default file name of each format. Formats for terminals and logs have none. */
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
