/**
 * Writes the score of a selftest into `docs/selftest-score.json`, and from there into README.md. The arguments are the
 * selftest.json of a complete selftest and, optionally, of others: with --on each, --together, --triggers or
 * --known-failures. Without arguments, it runs a complete selftest. Scores that were not measured this time are kept if
 * catalogue and faults are the same. With --check, it only reports whether both belong to this catalogue, and exits
 * with 1 if not. With --withdraw, it removes a score that is out of date; README.md then states that there is none.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  markedIn,
  publishedScore,
  scoreInMarkdown,
  withdrawnInMarkdown,
  withMarked,
} from '../build/conformance/laboratory/selftest/published-score.js'
import { currentScoreBasis, stalenessOf } from '../build/conformance/laboratory/selftest/stale-score.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const scoreFile = `${root}docs/selftest-score.json`
const read = (file) => readFileSync(file, 'utf8')
const given = process.argv.slice(2)
if (given.includes('--check')) check()
else if (given.includes('--withdraw')) withdraw()
else publish(given.length > 0 ? given : [selftest()])

function withdraw() {
  rmSync(scoreFile, { force: true })
  writeFileSync(`${root}README.md`, withMarked(read(`${root}README.md`), withdrawnInMarkdown))
}

function check() {
  if (!existsSync(scoreFile)) return checkWithdrawn()
  const stale = stalenessOf(JSON.parse(read(scoreFile)), read(`${root}README.md`), currentScoreBasis())
  for (const reason of stale) console.error(`stale score: ${reason} (npm run selftest:score)`)
  if (stale.length === 0) console.log('the published score is of this catalogue')
  process.exitCode = stale.length === 0 ? 0 : 1
}

function checkWithdrawn() {
  const isSaid = markedIn(read(`${root}README.md`)) === withdrawnInMarkdown
  if (isSaid) console.log('no score is published')
  else console.error('stale score: README.md states a score, and none is measured (npm run selftest:score)')
  process.exitCode = isSaid ? 0 : 1
}

function publish(files) {
  const score = publishedScore(
    files.map((file) => JSON.parse(read(file))),
    existsSync(scoreFile) ? JSON.parse(read(scoreFile)) : undefined,
  )
  writeFileSync(scoreFile, `${JSON.stringify(score, null, 2)}\n`)
  writeFileSync(`${root}README.md`, withMarked(read(`${root}README.md`), scoreInMarkdown(score)))
}

/**
 * Runs a selftest and returns the path of its result. An inexact selftest is published too, because the score states
 * that it is inexact.
 */
function selftest() {
  const out = `${root}mgi-selftest`
  const mgi = `${root}dist/conformance/product/cli/main.js`
  const { status } = spawnSync(process.execPath, [mgi, 'selftest', '--out', out], { stdio: 'inherit' })
  if (status !== 0 && status !== 1) process.exit(status ?? 3)
  return `${out}/selftest.json`
}
