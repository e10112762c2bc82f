import { refused } from './refused.ts'

/** Broken rules of the body and its turns that a target refuses. */
export default [
  refused('content.malformed-json-refused', 'a body that is not JSON', { section: '7', reading: 'G14' }),
  refused('content.body-type-refused', 'a body that is not an object'),
  refused('content.model-unknown-refused', 'a model that does not exist', { section: '7', reading: 'C5' }),
  refused('content.contents-missing-refused', 'no `contents`'),
  refused('content.contents-type-refused', '`contents` that are neither a list nor an object'),
  refused('content.turn-type-refused', 'an entry of `contents` that is not an object'),
  refused('content.parts-missing-refused', 'a turn without `parts`'),
  refused('content.parts-type-refused', '`parts` that are not a list'),
  refused('content.role-unknown-refused', 'a role that is not listed'),
  refused('content.role-type-refused', 'a role that is not a string'),
  refused('content.system-instruction-type-refused', 'a `systemInstruction` with a member of the wrong type'),
  refused('content.system-instruction-parts-missing-refused', 'a `systemInstruction` without `parts`'),
  refused('content.system-instruction-non-text-refused', 'a `systemInstruction` that is not text', {
    level: 'implied',
    reading: 'C4',
  }),
] as const
