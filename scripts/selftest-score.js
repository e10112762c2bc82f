/**
 * Writes the score of a selftest into `docs/selftest-score.json` and from there into README.md. Takes the selftest.json of
 * a whole selftest and, where they were measured, of others: with --every, --on each, --together, --triggers, --known-failures. Without
 * arguments it runs the first itself. What was not measured now is kept where catalogue and faults are still the same. With
 * --check it only says whether both are of this catalogue, and ends with 1 if not.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { publishedScore, scoreInMarkdown, withMarked } from '../build/conformance/selftest/published-score.js'
import { stalenessOf, toCatchNow } from '../build/conformance/selftest/stale-score.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const scoreFile = `${root}docs/selftest-score.json`
const read = (file) => readFileSync(file, 'utf8')
const given = process.argv.slice(2)
if (given.includes('--check')) check()
else publish(given.length > 0 ? given : [selftest()])

function check() {
  const stale = stalenessOf(JSON.parse(read(scoreFile)), read(`${root}README.md`), toCatchNow())
  for (const reason of stale) console.error(`stale score: ${reason} (npm run selftest:score)`)
  if (stale.length === 0) console.log('the published score is of this catalogue')
  process.exitCode = stale.length === 0 ? 0 : 1
}

function publish(files) {
  const score = publishedScore(
    files.map((file) => JSON.parse(read(file))),
    JSON.parse(read(scoreFile)),
  )
  writeFileSync(scoreFile, `${JSON.stringify(score, null, 2)}\n`)
  writeFileSync(`${root}README.md`, withMarked(read(`${root}README.md`), scoreInMarkdown(score)))
}

/** An inexact selftest is published like an exact one: the score says what it is. */
function selftest() {
  const out = `${root}mgi-selftest`
  const mgi = `${root}dist/conformance/cli/main.js`
  const { status } = spawnSync(process.execPath, [mgi, 'selftest', '--out', out], { stdio: 'inherit' })
  if (status !== 0 && status !== 1) process.exit(status ?? 3)
  return `${out}/selftest.json`
}
