import type { Score, TrialGroup } from '../../selftest/score.ts'
import type { Trial } from '../../selftest/trial.ts'

/** The score as lines for people. What a part of the faults kills says nothing about the requirements. */
export function scoreInWords(
  { faults, requirements, variants }: Score,
  every: number | undefined,
  isPart: boolean,
): string {
  const caught = every === undefined ? 'caught by exactly the requirements that name them' : 'found, and nothing else'
  const few = every === undefined ? 'nothing unusual to do' : `fewer than ${every} requests to break in every run`
  const { killed, total } = requirements
  return [
    row('faults', faults.exact, faults.tested, caught),
    unprovokedRow(faults.unprovoked, few),
    isPart
      ? ''
      : row('requirements', faults.tested === 0 ? 0 : killed, faults.tested === 0 ? 0 : total, 'killed by a fault'),
    row('variants', variants.unaccused, variants.tested, 'not accused of anything'),
    unprovokedRow(variants.unprovoked, few),
  ].join('')
}

function row(name: string, count: number, of: number, what: string): string {
  return of === 0 ? '' : `${name.padEnd(13)} ${count} of ${of} ${what}\n`
}

function unprovokedRow(ids: readonly string[], had: string): string {
  return ids.length === 0 ? '' : `${' '.repeat(13)} not counted, because they had ${had}: ${ids.join(', ')}\n`
}

/** What is not as it should be about one fault or variant, and the command that shows it. */
export function inexactInWords(group: TrialGroup): string {
  const [first] = group
  const wrong = group.filter(({ finish }) => finish !== 'exact' && finish !== 'unprovoked')
  const heading = `${first.kind} ${first.id} (${wrong.length} of ${group.length} runs)`
  return [heading, ...wrong.flatMap(linesOf)].join('\n').concat('\n\n')
}

function linesOf(trial: Trial): readonly string[] {
  const { finish, seed, every, expected, missing, surplus, trouble } = trial
  const failed = [...expected.filter((id) => !missing.includes(id)), ...surplus.map(({ requirement }) => requirement)]
  return [
    `  seed ${seed}: ${finish}${trouble === undefined ? '' : `: ${trouble}`}`,
    `    ${every === undefined ? 'had to fail' : 'could fail '}  ${orNone(expected)}`,
    `    failed       ${orNone(failed)}`,
    ...surplus.map(({ requirement, message, exchange }) => `    ${requirement}: ${message} (${exchange})`),
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

function selftestArguments({ kind, id, seed, profile, every }: Trial): string {
  const often = every === undefined ? '' : ` --every ${every}`
  return `selftest --${kind} ${id}${often}${profileArgument(profile)} --seed ${seed}`
}

function profileArgument(profile: string): string {
  return profile === 'standard' ? '' : ` --profile ${profile}`
}

/** The same by hand: a server with the fault, and a run against it. */
function serveArguments({ id, seed, every, areas, profile }: Trial): string {
  const fault = every === undefined ? id : `${id}@1/${every} --fault-seed ${seed}`
  const run = `mgi run http://127.0.0.1:8080 --key test-key --area ${areas.join(',')}${profileArgument(profile)}`
  return `serve --port 8080 --fault ${fault} & ${run} --seed ${seed}`
}
