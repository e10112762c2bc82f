/**
 * Runs every suite and the whole selftest, goes on after a failure, and prints a summary at the end: `npm run test:all`,
 * or `npm run test:all -- NAME …` for some of them.
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'

/** The npm scripts to run with their arguments, by the name in the summary. */
const suites = {
  lint: ['lint'],
  types: ['types'],
  unused: ['unused'],
  unit: ['test'],
  certify: ['certify'],
  slow: ['test:slow'],
  package: ['test:package'],
  browser: ['test:browser'],
  docs: ['test:docs'],
  pipelines: ['test:pipelines'],
  strangers: ['test:strangers'],
  recorders: ['test:recorders'],
  openapi: ['test:openapi'],
  clients: ['test:clients'],
  'clients-python': ['test:clients:python'],
  'client-impact': ['client-impact', '--', '--check'],
  selftest: ['selftest'],
  'selftest-together': ['selftest', '--', '--together', '5'],
  'selftest-triggers': ['selftest', '--', '--triggers', '60', '--seeds', '5'],
  // The faults of the other areas take hours.
  'selftest-known-failures': ['selftest', '--', '--known-failures', '--area', 'token-usage'],
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(suites, name))
if (unknown.length > 0) throw new Error(`no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}`)
const names = wanted.length > 0 ? wanted : Object.keys(suites)

const outcomes = []
for (const name of names) {
  const outcome = run(name)
  outcomes.push(outcome)
  if (outcome.signal !== null) break
}
summarise()
process.exitCode = outcomes.length === names.length && outcomes.every(({ status }) => status === 0) ? 0 : 1

function run(name) {
  console.log(`\n== ${name}: npm run ${suites[name].join(' ')}`)
  const start = performance.now()
  const { status, signal } = spawnSync('npm', ['run', ...suites[name]], { stdio: 'inherit' })
  return { name, status, signal, seconds: Math.round((performance.now() - start) / 1000) }
}

function summarise() {
  const width = Math.max(...names.map((name) => name.length))
  console.log('\n== Summary')
  for (const { name, status, signal, seconds } of outcomes) {
    const said = status === 0 ? 'passed' : `FAILED (${signal ?? `status ${status}`})`
    console.log(`${name.padEnd(width)}  ${String(seconds).padStart(5)} s  ${said}`)
  }
  for (const name of names.slice(outcomes.length)) console.log(`${name.padEnd(width)}          not run`)
  const failed = outcomes.filter(({ status }) => status !== 0).map(({ name }) => name)
  console.log(failed.length === 0 ? 'nothing failed' : `failed: ${failed.join(', ')}`)
}
