import { renameToCamel } from '../../../../schemas/index.ts'
import { isObject, itemsOf, type Members, member, memberAt, membersOf, numberOf } from '../../../../schemas/json.ts'
import type { Feature } from '../../../core/model/feature.ts'
import { memoize } from '../../../core/model/memoize.ts'
import type { Observation } from '../../../core/model/observation.ts'
import { parseJson } from '../../../core/wire/parse-json.ts'
import { featuresOfRejections, isServedWhole } from '../features.ts'
import { contentFrom } from './joined-events.ts'

const bodyOf = memoize(({ request }: Observation): Members => membersOf(renameToCamel(membersOf(request.value.body))))

function configOf(seen: Observation): Members {
  return membersOf(bodyOf(seen)['generationConfig'])
}

function turnsOf(seen: Observation): readonly unknown[] {
  return itemsOf(bodyOf(seen)['contents'])
}

function partsSent(seen: Observation): readonly unknown[] {
  return [bodyOf(seen)['contents']].flat().flatMap((turn) => [member(turn, 'parts')].flat())
}

function functionsOf(seen: Observation): number {
  return itemsOf(bodyOf(seen)['tools']).flatMap((tool) => itemsOf(member(tool, 'functionDeclarations'))).length
}

const streams = ({ operation }: Observation): boolean => operation.streams

function payloadsOf({ json, stream, operation }: Observation): readonly unknown[] {
  return operation.streams ? (stream?.events ?? []).map((event) => event.json) : [json]
}

/** The parts of the first candidate of a success, whether streamed or not. */
const partsOf = memoize((seen: Observation): readonly unknown[] => {
  if (!isServedWhole(seen)) return []
  const [candidate] = itemsOf(member(contentFrom(payloadsOf(seen)), 'candidates'))
  return itemsOf(memberAt(candidate, 'content', 'parts'))
})

function textOf(seen: Observation): string {
  return partsOf(seen)
    .map((part) => (member(part, 'thought') === true ? undefined : member(part, 'text')))
    .filter((text) => typeof text === 'string')
    .join('')
}

const showsText = (seen: Observation): boolean => textOf(seen) !== ''
const callsIn = (seen: Observation): number =>
  partsOf(seen).filter((part) => isObject(member(part, 'functionCall'))).length
const showsCall = (seen: Observation): boolean => callsIn(seen) > 0

const callMembers = ['functionCall', 'functionDeclarations', 'functionResponse']

export const contentFeatures: readonly Feature[] = [
  { id: 'text', name: 'Text', asks: (seen) => !streams(seen), shows: showsText },
  { id: 'streaming', name: 'Streaming', asks: streams, shows: (seen) => streams(seen) && showsText(seen) },
  {
    id: 'system-prompt',
    name: 'System prompt',
    asks: (seen) => 'systemInstruction' in bodyOf(seen),
    members: ['systemInstruction'],
  },
  { id: 'several-turns', name: 'Several turns', asks: (seen) => turnsOf(seen).length >= 3 },
  { id: 'long-history', name: 'Long history', asks: (seen) => turnsOf(seen).length >= 20 },
  {
    id: 'pictures-in',
    name: 'Pictures in',
    asks: (seen) =>
      partsSent(seen).some((part) => String(memberAt(part, 'inlineData', 'mimeType')).startsWith('image/')),
    members: ['inlineData'],
  },
  {
    id: 'tools',
    name: 'Tools',
    asks: (seen) => functionsOf(seen) > 0 && !streams(seen),
    shows: showsCall,
    members: callMembers,
  },
  {
    id: 'parallel-tools',
    name: 'Parallel tools',
    asks: (seen) => functionsOf(seen) > 1 && !streams(seen),
    shows: (seen) => callsIn(seen) > 1,
    members: callMembers,
  },
  {
    id: 'forced-tools',
    name: 'Forced tools',
    asks: (seen) => memberAt(bodyOf(seen), 'toolConfig', 'functionCallingConfig', 'mode') === 'ANY',
    shows: showsCall,
    members: ['toolConfig', ...callMembers],
  },
  {
    id: 'streamed-tools',
    name: 'Streamed tools',
    asks: (seen) => functionsOf(seen) > 0 && streams(seen),
    shows: showsCall,
    members: callMembers,
  },
  {
    id: 'thinking',
    name: 'Thinking',
    asks: (seen) => isObject(configOf(seen)['thinkingConfig']),
    members: ['thinkingConfig'],
  },
  {
    id: 'stop-sequences',
    name: 'Stop sequences',
    asks: (seen) => itemsOf(configOf(seen)['stopSequences']).length > 0,
    members: ['stopSequences'],
  },
  {
    id: 'json-output',
    name: 'JSON output',
    asks: (seen) => configOf(seen)['responseMimeType'] === 'application/json',
    shows: (seen) => parseJson(textOf(seen)) !== undefined,
    members: ['responseMimeType', 'responseSchema'],
  },
  {
    id: 'code-execution',
    name: 'Code execution',
    asks: (seen) => itemsOf(bodyOf(seen)['tools']).some((tool) => member(tool, 'codeExecution') !== undefined),
    shows: (seen) => partsOf(seen).some((part) => member(part, 'executableCode') !== undefined),
    members: ['executableCode', 'codeExecutionResult'],
  },
  {
    id: 'safety-settings',
    name: 'Safety settings',
    asks: (seen) => itemsOf(bodyOf(seen)['safetySettings']).length > 0,
    members: ['safetySettings', 'safetyRatings', 'promptFeedback'],
  },
  ...featuresOfRejections,
  {
    id: 'counts',
    name: 'Counts',
    asks: () => true,
    shows: (seen) =>
      isServedWhole(seen) &&
      payloadsOf(seen).some((one) => numberOf(memberAt(one, 'usageMetadata', 'totalTokenCount')) !== undefined),
    members: ['usageMetadata'],
    ofMembersOnly: true,
  },
]
