import { itemsOf, type Members, member, memberAt, membersOf, numberOf } from '../../../../schemas/json.ts'
import type { Feature } from '../../../core/model/feature.ts'
import { memoize } from '../../../core/model/memoize.ts'
import type { Observation } from '../../../core/model/observation.ts'
import { featuresOfRejections, isServedWhole } from '../features.ts'
import { messageFrom } from './joined-events.ts'

function bodyOf({ request }: Observation): Members {
  return membersOf(request.value.body)
}

function turnsOf(seen: Observation): readonly unknown[] {
  return itemsOf(bodyOf(seen)['messages'])
}

function toolsOf(seen: Observation): number {
  return itemsOf(bodyOf(seen)['tools']).length
}

function hasBlock(seen: Observation, type: string): boolean {
  return turnsOf(seen).some((turn) => itemsOf(member(turn, 'content')).some((block) => member(block, 'type') === type))
}

const streams = ({ operation }: Observation): boolean => operation.streams

/** The message of a success, whether streamed or not. */
const replyOf = memoize((seen: Observation): Members => {
  if (!isServedWhole(seen)) return {}
  const { stream, json, operation } = seen
  return operation.streams ? messageFrom((stream?.events ?? []).map((event) => event.json)) : membersOf(json)
})

function blocksOf(seen: Observation, type: string): readonly unknown[] {
  return itemsOf(replyOf(seen)['content']).filter((block) => member(block, 'type') === type)
}

const showsText = (seen: Observation): boolean => blocksOf(seen, 'text').some((block) => member(block, 'text') !== '')
const showsTool = (seen: Observation): boolean => blocksOf(seen, 'tool_use').length > 0

function showsCounts(seen: Observation): boolean {
  const values = seen.operation.streams ? (seen.stream?.events ?? []).map((event) => event.json) : [seen.json]
  const usages = values.flatMap((value) => [member(value, 'usage'), memberAt(value, 'delta', 'usage')])
  return isServedWhole(seen) && usages.some((usage) => numberOf(member(usage, 'output_tokens')) !== undefined)
}

/** Members of tool uses, whose names no other block has. */
const toolMembers = ['tool_use', 'input', 'partial_json', 'tools']

export const messagesFeatures: readonly Feature[] = [
  { id: 'text', name: 'Text', asks: (seen) => !streams(seen), shows: showsText },
  { id: 'streaming', name: 'Streaming', asks: streams, shows: (seen) => streams(seen) && showsText(seen) },
  { id: 'system-prompt', name: 'System prompt', asks: (seen) => 'system' in bodyOf(seen), members: ['system'] },
  { id: 'several-turns', name: 'Several turns', asks: (seen) => turnsOf(seen).length >= 3 },
  { id: 'long-history', name: 'Long history', asks: (seen) => turnsOf(seen).length >= 20 },
  { id: 'pictures-in', name: 'Pictures in', asks: (seen) => hasBlock(seen, 'image'), members: ['source'] },
  {
    id: 'tools',
    name: 'Tools',
    asks: (seen) => toolsOf(seen) > 0 && !streams(seen),
    shows: showsTool,
    members: toolMembers,
  },
  {
    id: 'parallel-tools',
    name: 'Parallel tools',
    asks: (seen) => toolsOf(seen) > 1 && !streams(seen),
    shows: (seen) => blocksOf(seen, 'tool_use').length > 1,
    members: toolMembers,
  },
  {
    id: 'forced-tools',
    name: 'Forced tools',
    asks: (seen) => ['any', 'tool'].includes(String(memberAt(bodyOf(seen), 'tool_choice', 'type'))),
    shows: showsTool,
    members: ['tool_choice', ...toolMembers],
  },
  {
    id: 'streamed-tools',
    name: 'Streamed tools',
    asks: (seen) => toolsOf(seen) > 0 && streams(seen),
    shows: showsTool,
    members: toolMembers,
  },
  {
    id: 'thinking',
    name: 'Thinking',
    asks: (seen) => memberAt(bodyOf(seen), 'thinking', 'type') === 'enabled',
    shows: (seen) => blocksOf(seen, 'thinking').length > 0,
    members: ['thinking', 'signature'],
  },
  {
    id: 'stop-sequences',
    name: 'Stop sequences',
    asks: (seen) => itemsOf(bodyOf(seen)['stop_sequences']).length > 0,
    shows: (seen) => replyOf(seen)['stop_reason'] === 'stop_sequence',
    members: ['stop_sequences', 'stop_sequence'],
  },
  ...featuresOfRejections,
  { id: 'counts', name: 'Counts', asks: () => true, shows: showsCounts, members: ['usage'], ofMembersOnly: true },
]
