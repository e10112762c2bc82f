/**
 * Writes the score of a selftest into `docs/selftest-score.json` and from there into README.md; a test fails when either
 * is stale. Takes the selftest.json of a whole selftest and, if measured, of one with --every; without arguments it runs
 * the first itself.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { publishedScore, scoreInMarkdown, withMarked } from '../dist/conformance/cli/selftest/published-score.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const given = process.argv.slice(2)
const files = given.length > 0 ? given : [selftest()]
const [always, sometimes] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))
const score = publishedScore(always, sometimes)
writeFileSync(`${root}docs/selftest-score.json`, `${JSON.stringify(score, null, 2)}\n`)
writeFileSync(`${root}README.md`, withMarked(readFileSync(`${root}README.md`, 'utf8'), scoreInMarkdown(score)))

/** An inexact selftest is published like an exact one: the score says what it is. */
function selftest() {
  const out = `${root}mgi-selftest`
  const mgi = `${root}dist/conformance/cli/main.js`
  const { status } = spawnSync(process.execPath, [mgi, 'selftest', '--out', out], { stdio: 'inherit' })
  if (status !== 0 && status !== 1) process.exit(status ?? 3)
  return `${out}/selftest.json`
}
