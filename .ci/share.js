/**
 * Prints which tests of a suite CI runs for this commit: those whose subject changed in the last hours, and a rotating
 * share of the others. The output continues `npm run test:SUITE --`.
 */
import { execFileSync } from 'node:child_process'

/** The test files of each suite, one of how many runs each time, and paths whose change runs all of them. */
const suites = {
  slow: { files: ['tests/hostile/*.test.ts', 'tests/whole-runs/*.test.ts'], oneOf: 6 },
  browser: { files: ['tests/browser/*.test.ts'], oneOf: 4, subject: /^reports\/(html|watch)\/assets\// },
  docs: { files: ['README.md', 'docs/*.md'], oneOf: 4, subject: /^(tests\/docs|site)\// },
  pipelines: {
    files: ['tests/pipelines/*.test.ts', 'tests/pipelines/*/*.test.ts'],
    oneOf: 4,
    subject: /^(action\.yml|Dockerfile|deploy\/)/,
  },
  package: {
    files: ['tests/package/*.test.ts'],
    oneOf: 4,
    subject: /^(package\.json|scripts\/build\.js|tsconfig\.build\.json)$/,
  },
  // One recorder each time.
  recorders: {
    files: ['tests/recorders/*.test.ts'],
    oneOf: 6,
    subject: /^(tests\/recorders\/package-lock|conformance\/record\/cassette\/)/,
  },
  strangers: { files: ['tests/strangers/*.test.ts'], oneOf: 3, subject: /^tests\/strangers\/package-lock/ },
}

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1024 ** 3 })
    .split('\n')
    .filter(Boolean)

const [name] = process.argv.slice(2)
const suite = suites[name]
if (suite === undefined) throw new Error(`no suite "${name}"; there are ${Object.keys(suites).join(', ')}`)

const [head = '0'] = git('rev-parse', '--short=7', 'HEAD')
const [committed] = git('log', '-1', '--format=%ct')
const [base] = git('rev-list', '-1', `--before=${Number(committed) - 3 * 3600}`, 'HEAD')
const changed = base === undefined ? [] : changedSince(base)
const turn = Number.parseInt(head, 16) % suite.oneOf
const isAll = changed.some((path) => suite.subject?.test(path))
const chosen = git('--glob-pathspecs', 'ls-files', ...suite.files).filter(
  (file, index) => isAll || index % suite.oneOf === turn || changed.includes(file),
)

/** The documentation is one test file with a group of tests for each page. */
const pattern = ['the built site', 'every command', ...chosen].join('|')
console.log(name === 'docs' ? `-t ${pattern.replaceAll(' ', '.')}` : chosen.join('\n'))

/** Returns the files that changed in more than comments and blank lines. */
function changedSince(commit) {
  const changes = new Map()
  let file
  for (const line of git('diff', '--unified=0', '--no-renames', commit, 'HEAD')) {
    const [, name] = /^(?:\+\+\+ b|--- a)\/(.+)/.exec(line) ?? []
    if (name !== undefined) file = name
    else if (/^[+-](?!\s*(?:$|\*|\/\*|\/\/|#))/.test(line) && !/^(?:\+\+\+|---) /.test(line)) changes.set(file, true)
  }
  return [...changes.keys()]
}
