import type { Score, TrialGroup } from '../../selftest/score.ts'
import type { Wanted } from '../../selftest/tasks.ts'
import type { Trial } from '../../selftest/trial.ts'

/** The score as lines for people. What a part of the faults kills says nothing about the requirements. */
export function scoreInWords(
  { faults, requirements, results, variants }: Score,
  { every, on }: Pick<Wanted, 'every' | 'on'>,
  isPart: boolean,
): string {
  const caught =
    every === undefined
      ? 'detected by exactly the requirements that they violate, on each operation'
      : 'detected, with no other failure'
  const few = every === undefined ? 'nothing unusual to do' : `fewer than ${every} requests to break in every run`
  const had = on === undefined ? few : 'no request to break on that operation'
  const rest = isPart || on !== undefined || faults.tested === 0
  return [
    row('faults', faults.exact, faults.tested, caught),
    unprovokedRow(faults.unprovoked, had),
    rest ? '' : row('requirements', requirements.killed, requirements.total, 'fail for at least one fault'),
    rest
      ? ''
      : row(
          'results',
          results.killed,
          results.total,
          'fail for at least one fault, each requirement on each operation',
        ),
    row('variants', variants.unaccused, variants.tested, 'without any failure'),
    unprovokedRow(variants.unprovoked, few),
  ].join('')
}

function row(name: string, count: number, of: number, what: string): string {
  return of === 0 ? '' : `${name.padEnd(13)} ${count} of ${of} ${what}\n`
}

function unprovokedRow(ids: readonly string[], had: string): string {
  return ids.length === 0 ? '' : `${' '.repeat(13)} not counted, because they had ${had}: ${orNone(ids)}\n`
}

/** What is not as it should be about one fault or variant, and the command that shows it. */
export function inexactInWords(group: TrialGroup): string {
  const [first] = group
  const wrong = group.filter(({ finish }) => finish !== 'exact' && finish !== 'unprovoked')
  const heading = `${first.kind} ${first.id}${onIn(first.on)} (${wrong.length} of ${group.length} runs)`
  return [heading, ...wrong.flatMap(linesOf)].join('\n').concat('\n\n')
}

function linesOf(trial: Trial): readonly string[] {
  const { finish, seed, every, expected, missing, surplus, leftOpen = [], blockedInVain = [], trouble } = trial
  const failed = [...expected.filter((id) => !missing.includes(id)), ...surplus.map(({ result }) => result)]
  return [
    `  seed ${seed}: ${finish}${trouble === undefined ? '' : `: ${trouble}`}`,
    `    ${every === undefined ? 'had to fail' : 'could fail '}  ${orNone(expected)}`,
    `    failed       ${orNone(failed)}`,
    ...surplus.map(({ result, message, exchange }) => `    ${result}: ${message} (${exchange})`),
    ...(leftOpen.length === 0
      ? []
      : [`    left open    ${orNone(leftOpen)}: inconclusive with what failed listed as known`]),
    ...(blockedInVain.length === 0
      ? []
      : [`    misblamed    ${orNone(blockedInVain)}: said to be blocked, but not tested without the fault either`]),
    `    show it      mgi ${selftestArguments(trial)}`,
    ...(trial.kind === 'fault' ? [`                 mgi ${serveArguments(trial)}`] : []),
  ]
}

/** The most ids in one line. */
const most = 8

function orNone(ids: readonly string[]): string {
  const more = ids.length > most ? ` and ${ids.length - most} more` : ''
  return ids.length === 0 ? 'nothing' : `${ids.slice(0, most).join(', ')}${more}`
}

function onIn(on: Trial['on']): string {
  return on === undefined ? '' : ` --on ${on}`
}

function selftestArguments({ kind, id, seed, profile, every, on }: Trial): string {
  const often = every === undefined ? '' : ` --every ${every}`
  return `selftest --${kind} ${id}${onIn(on)}${often}${profileArgument(profile)} --seed ${seed}`
}

function profileArgument(profile: string): string {
  return profile === 'standard' ? '' : ` --profile ${profile}`
}

/** The same by hand: a server with the fault, and a run against it. */
function serveArguments({ id, seed, every, on, areas, profile }: Trial): string {
  const fault = every === undefined ? id : `${id}@1/${every} --fault-seed ${seed}`
  const run = `mgi run http://127.0.0.1:8080 --key test-key --area ${areas.join(',')}${profileArgument(profile)}`
  return `serve --port 8080 --fault ${fault}${onIn(on)} & ${run} --seed ${seed}`
}
