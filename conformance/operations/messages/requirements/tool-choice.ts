import { requirement } from '../../../model/build.ts'
import type { Finding } from '../../../model/finding.ts'
import type { Observation } from '../../../model/observation.ts'
import { memberAt } from '../members.ts'
import { type Told, toldBy } from '../told.ts'
import { asksSoundly } from '../tool-request.ts'
import { isCut } from '../uncut.ts'

const obeyed = {
  section: '2.8',
  endpoint: 'messages.create',
  alsoOn: ['messages.stream'],
  dimension: 'field',
  level: 'stated',
  reading: 'M9',
  needs: ['request-body', 'response-body'],
} as const

/** A reply obeys the `tool_choice` of its request. */
export default [
  requirement({
    ...obeyed,
    id: 'messages.tool-choice-any-obeyed',
    statement: 'With a `tool_choice` of `any` the reply uses a tool.',
    appliesTo: (seen) => isChosen(seen, 'any'),
    check: (seen) => checked(seen, ({ toolUses }) => toolUses.length > 0, 'at least one tool_use block'),
  }),
  requirement({
    ...obeyed,
    id: 'messages.tool-choice-tool-obeyed',
    statement: 'With a `tool_choice` of `tool` the reply uses the named tool.',
    appliesTo: (seen) => isChosen(seen, 'tool'),
    check: (seen) => {
      const name = choice(seen, 'name')
      const isNamed = ({ toolUses }: Told) => toolUses.some((use) => use.name === name || typeof use.name !== 'string')
      return checked(seen, isNamed, `a use of the tool ${String(name)}`)
    },
  }),
  requirement({
    ...obeyed,
    id: 'messages.tool-choice-auto-single-obeyed',
    statement: 'With `auto` and `disable_parallel_tool_use` the reply uses at most one tool.',
    appliesTo: (seen) => isChosen(seen, 'auto') && isSingle(seen),
    check: (seen) => checked(seen, ({ toolUses }) => toolUses.length <= 1, 'at most one tool_use block'),
  }),
  requirement({
    ...obeyed,
    id: 'messages.tool-choice-any-single-obeyed',
    statement: 'With `any` and `disable_parallel_tool_use` the reply uses exactly one tool.',
    appliesTo: (seen) => isChosen(seen, 'any') && isSingle(seen) && usesTools(seen),
    check: (seen) => checked(seen, ({ toolUses }) => toolUses.length === 1, 'exactly one tool_use block'),
  }),
  requirement({
    ...obeyed,
    id: 'messages.tool-choice-tool-single-obeyed',
    statement: 'With `tool` and `disable_parallel_tool_use` the reply uses exactly one tool.',
    appliesTo: (seen) => isChosen(seen, 'tool') && isSingle(seen) && usesTools(seen),
    check: (seen) => checked(seen, ({ toolUses }) => toolUses.length === 1, 'exactly one tool_use block'),
  }),
] as const

/** Whether the request chose so, and its reply was not cut by a limit or a stop sequence. */
function isChosen(seen: Observation, type: string): boolean {
  if (choice(seen, 'type') !== type || !asksSoundly(seen)) return false
  const told = toldBy(seen)
  return told !== undefined && !isCut(told)
}

function isSingle(seen: Observation): boolean {
  return choice(seen, 'disable_parallel_tool_use') === true
}

/** A reply without any tool use breaks the plain sentence about its choice, not the one about their number. */
function usesTools(seen: Observation): boolean {
  return (toldBy(seen)?.toolUses.length ?? 0) > 0
}

function choice({ request }: Observation, name: string): unknown {
  return memberAt(request.value.body, 'tool_choice', name)
}

function* checked(seen: Observation, holds: (told: Told) => boolean, expected: string): Generator<Finding> {
  const told = toldBy(seen)
  if (told === undefined || holds(told)) return
  const names = told.toolUses.map(({ name }) => String(name))
  const actual = names.length === 0 ? 'none' : names.join(', ')
  yield { message: `the reply's tool uses: ${actual}`, at: told.at.content, expected, actual }
}
