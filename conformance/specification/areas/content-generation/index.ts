import { itemsOf, membersOf } from '../../../../schemas/json.ts'
import type { Observation } from '../../../core/model/observation.ts'
import type { Declarable } from '../../../core/model/operation.ts'
import type { AreaSuite } from '../../../core/model/suite.ts'
import { contentFeatures } from './features.ts'
import { films, sounds } from './media.ts'
import { generateContent, streamContent } from './operations.ts'
import probes from './probes/index.ts'
import requirements from './requirements/index.ts'
import { question, questionAbout } from './templates/build.ts'
import { contentTemplates } from './templates/index.ts'

/**
 * Features that no template uses. They appear in probes, as additions to other requests, or only in replies
 * (interpretation C6). A target that answers a request for a picture or speech with text does not support them.
 */
const declarable = [
  {
    id: 'sound',
    operation: 'content.generate',
    value: questionAbout('What is heard here?', [{ inlineData: sounds.wav }]),
    capabilities: ['audio-in'],
  },
  {
    id: 'film',
    operation: 'content.generate',
    value: questionAbout('What is seen here?', [{ inlineData: films.mp4 }]),
    capabilities: ['video-in'],
  },
  {
    id: 'logprobs',
    operation: 'content.generate',
    value: question('Name a color.', { generationConfig: { responseLogprobs: true } }),
    capabilities: ['logprobs'],
  },
  {
    id: 'thinking',
    operation: 'content.generate',
    value: question('Name a color.', { generationConfig: { thinkingConfig: { thinkingBudget: 1024 } } }),
    capabilities: ['thinking'],
  },
  {
    id: 'picture-out',
    operation: 'content.generate',
    value: question('Draw a red circle.', { generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } }),
    capabilities: ['image-out'],
    shows: (seen) => givesOut(seen, 'image/'),
  },
  {
    id: 'speech',
    operation: 'content.generate',
    value: question('Say hello.', { generationConfig: { responseModalities: ['AUDIO'] } }),
    capabilities: ['speech'],
    shows: (seen) => givesOut(seen, 'audio/'),
  },
] as const satisfies readonly Declarable[]

/** Returns whether a reply contains data of this media type. */
function givesOut({ json }: Observation, kind: string): boolean {
  return membersNamed(json, 'mimeType').some((type) => typeof type === 'string' && type.startsWith(kind))
}

/** Returns the values of all members of this name in the parts of all candidates. */
function membersNamed(json: unknown, name: string): readonly unknown[] {
  const parts = itemsOf(membersOf(json)['candidates'])
    .map((candidate) => membersOf(membersOf(candidate)['content']))
    .flatMap((content) => itemsOf(content['parts']))
  return parts.map((part) => membersOf(membersOf(part)['inlineData'])[name])
}

/** Content generation: endpoints 5 and 6. */
const contentGeneration = {
  area: 'content-generation',
  operations: [generateContent, streamContent],
  requirements,
  templates: contentTemplates,
  probes,
  features: contentFeatures,
  declarable,
  arbitraries: async () => (await import('./arbitraries.ts')).contentArbitraries,
} as const satisfies AreaSuite
export default contentGeneration
