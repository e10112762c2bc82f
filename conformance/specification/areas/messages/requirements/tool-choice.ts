import { memberAt } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Finding } from '../../../../core/model/finding.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { type MessageView, messageView } from '../message-view.ts'
import { areToolsCertain, declaredTools } from '../tool-request.ts'

const obeyed = {
  section: '2.8',
  endpoint: 'messages.create',
  alsoOn: ['messages.stream'],
  dimension: 'field',
  level: 'stated',
  interpretation: 'M9',
  effectOf: 'tool_choice',
  needs: ['request-body', 'response-body'],
} as const

/** Requirements that a reply follows the `tool_choice` of its request. */
export default [
  requirement({
    ...obeyed,
    id: 'messages.tool-choice-any-obeyed',
    statement: 'With a `tool_choice` of `any` the reply uses a tool.',
    appliesTo: (seen) => isChosen(seen, 'any') && (holdsAll(seen) || usesTools(seen)),
    check: (seen) => checked(seen, ({ toolUses }) => toolUses.length > 0, 'at least one tool_use block'),
  }),
  requirement({
    ...obeyed,
    id: 'messages.tool-choice-tool-obeyed',
    statement: 'With a `tool_choice` of `tool` the reply uses the named tool.',
    appliesTo: (seen) => isChosen(seen, 'tool') && (holdsAll(seen) || usesNamed(seen)),
    check: (seen) => checked(seen, () => usesNamed(seen), `a use of the tool ${String(choice(seen, 'name'))}`),
  }),
  requirement({
    ...obeyed,
    id: 'messages.tool-choice-auto-single-obeyed',
    statement: 'With `auto` and `disable_parallel_tool_use` the reply uses at most one tool.',
    appliesTo: (seen) => isChosen(seen, 'auto') && isSingle(seen) && (holdsAll(seen) || usesSeveral(seen)),
    check: (seen) => checked(seen, ({ toolUses }) => toolUses.length <= 1, 'at most one tool_use block'),
  }),
  requirement({
    ...obeyed,
    id: 'messages.tool-choice-any-single-obeyed',
    statement: 'With `any` and `disable_parallel_tool_use` the reply uses exactly one tool.',
    appliesTo: (seen) => isChosen(seen, 'any') && isSingle(seen) && (usesOne(seen) || usesSeveral(seen)),
    check: (seen) => checked(seen, ({ toolUses }) => toolUses.length === 1, 'exactly one tool_use block'),
  }),
  requirement({
    ...obeyed,
    id: 'messages.tool-choice-tool-single-obeyed',
    statement: 'With `tool` and `disable_parallel_tool_use` the reply uses exactly one tool.',
    appliesTo: (seen) => isChosen(seen, 'tool') && isSingle(seen) && (usesOne(seen) || usesSeveral(seen)),
    check: (seen) => checked(seen, ({ toolUses }) => toolUses.length === 1, 'exactly one tool_use block'),
  }),
] as const

/** Returns whether the request has this choice, and the reply was not cut by a limit or a stop sequence. */
function isChosen(seen: Observation, type: string): boolean {
  if (choice(seen, 'type') !== type || !areToolsCertain(seen)) return false
  return messageView(seen)?.mayBeCut === false
}

/** Returns whether the content is complete. A reply that cannot be read completely may contain the missing part. */
function holdsAll(seen: Observation): boolean {
  return messageView(seen)?.isContentWhole === true
}

function usesSeveral(seen: Observation): boolean {
  return (messageView(seen)?.toolUses.length ?? 0) > 1
}

function isSingle(seen: Observation): boolean {
  return choice(seen, 'disable_parallel_tool_use') === true
}

/**
 * Returns whether the reply uses tools. A reply without a tool use violates the requirement on the choice, not the one
 * on the number of uses.
 */
function usesTools(seen: Observation): boolean {
  return (messageView(seen)?.toolUses.length ?? 0) > 0
}

/** Returns whether the reply uses the chosen tool. A use without a readable name may be that tool. */
function usesNamed(seen: Observation): boolean {
  const wanted = choice(seen, 'name')
  return messageView(seen)?.toolUses.some(({ name }) => name === wanted || typeof name !== 'string') === true
}

function usesOne(seen: Observation): boolean {
  return holdsAll(seen) && usesTools(seen)
}

function choice({ request }: Observation, name: string): unknown {
  return memberAt(request.value.body, 'tool_choice', name)
}

function* checked(seen: Observation, holds: (view: MessageView) => boolean, expected: string): Generator<Finding> {
  const view = messageView(seen)
  if (view === undefined || holds(view)) return
  const names = view.toolUses.map(({ name }) => String(name))
  const message = names.length === 0 ? 'response uses no tool' : `response uses ${names.join(', ')}`
  const about = { at: view.at.content, expected, actual: names }
  // A name that no tool has was altered on its way, whatever the choice.
  if (names.length === 0 || names.some((name) => declaredTools(seen).has(name))) yield { ...about, message }
  else yield { ...about, message: `${message}, which the request does not declare`, isWrongInItself: true }
}
