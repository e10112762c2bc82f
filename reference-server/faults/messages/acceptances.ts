import type { RequirementId } from '../../../conformance/catalogue.ts'
import type { Ask } from '../../ask.ts'
import { listIn, objectIn } from '../../model/loose.ts'
import { blamingAny, refusesPlain, refusesUse } from '../families.ts'
import type { Fault } from '../fault.ts'
import { refusesTogether } from '../together.ts'

type Accepted = Extract<RequirementId, `messages.${string}-accepted`>

/** How the server fails to accept each listed thing. */
const failures: { readonly [Id in Accepted]: (id: Id) => Fault } = {
  'messages.plain-request-accepted': (id) => refusesPlain(id, (ask) => ask.endpoint === 'messages.create'),
  'messages.stream-plain-request-accepted': (id) => refusesPlain(id, (ask) => ask.endpoint === 'messages.stream'),
  'messages.combinations-accepted': (id) =>
    refusesTogether(id, ['messages.system-accepted', 'messages.temperature-accepted']),
  'messages.max-tokens-of-two-accepted': refusesUse,
  'messages.system-accepted': refusesUse,
  'messages.metadata-accepted': refusesUse,
  'messages.user-id-accepted': refusesUse,
  'messages.user-id-of-256-accepted': refusesUse,
  'messages.stop-sequences-accepted': refusesUse,
  'messages.several-stop-sequences-accepted': refusesUse,
  'messages.stream-false-accepted': refusesUse,
  'messages.temperature-accepted': refusesUse,
  'messages.top-p-accepted': refusesUse,
  'messages.top-k-accepted': refusesUse,
  'messages.thinking-enabled-accepted': refusesUse,
  'messages.thinking-disabled-accepted': refusesUse,
  'messages.assistant-turn-accepted': refusesUse,
  'messages.same-role-turns-accepted': refusesUse,
  'messages.prefill-accepted': refusesUse,
  'messages.text-block-accepted': refusesUse,
  'messages.several-text-blocks-accepted': refusesUse,
  'messages.image-jpeg-accepted': refusesUse,
  'messages.image-png-accepted': refusesUse,
  'messages.image-gif-accepted': refusesUse,
  'messages.image-webp-accepted': refusesUse,
  'messages.tools-accepted': refusesUse,
  'messages.several-tools-accepted': refusesUse,
  'messages.tool-kind-custom-accepted': refusesUse,
  'messages.tool-description-accepted': refusesUse,
  'messages.tool-name-of-1-accepted': refusesUse,
  'messages.tool-name-of-64-accepted': refusesUse,
  'messages.computer-tool-accepted': refusesUse,
  'messages.display-number-accepted': refusesUse,
  'messages.bash-tool-accepted': refusesUse,
  'messages.text-editor-tool-accepted': refusesUse,
  'messages.tool-choice-auto-accepted': refusesUse,
  'messages.tool-choice-any-accepted': refusesUse,
  'messages.tool-choice-tool-accepted': refusesUse,
  'messages.tool-choice-auto-single-accepted': refusesUse,
  'messages.tool-choice-any-single-accepted': refusesUse,
  'messages.tool-choice-tool-single-accepted': refusesUse,
  'messages.parallel-tool-use-accepted': refusesUse,
  'messages.tool-loop-accepted': refusesUse,
  'messages.is-error-accepted': refusesUse,
  'messages.tool-result-text-accepted': refusesUse,
  'messages.tool-result-image-accepted': refusesUse,
  'messages.several-tool-result-blocks-accepted': refusesUse,
  'messages.text-cache-control-accepted': refusesUse,
  'messages.image-cache-control-accepted': refusesUse,
  'messages.tool-use-cache-control-accepted': refusesUse,
  'messages.tool-result-cache-control-accepted': refusesUse,
  'messages.tool-cache-control-accepted': refusesUse,
  'messages.computer-tool-cache-control-accepted': refusesUse,
  'messages.bash-tool-cache-control-accepted': refusesUse,
  'messages.text-editor-tool-cache-control-accepted': refusesUse,
}

/** Servers that take a listed thing here and refuse it there, where a request makes use of nothing but turns. */
const partly: readonly Fault[] = [
  refusing('messages-third-turn-refused', 'messages.same-role-turns-accepted', ({ value }) =>
    rolesIn(value).some((role, index, all) => index > 1 && role === all[index - 1] && role === all[index - 2]),
  ),
  refusing('messages-assistant-after-assistant-refused', 'messages.same-role-turns-accepted', ({ value }) =>
    rolesIn(value).some((role, index, all) => role === 'assistant' && all[index - 1] === role),
  ),
  refusing(
    'messages-streamed-prefill-refused',
    'messages.prefill-accepted',
    ({ endpoint, value }) => endpoint === 'messages.stream' && rolesIn(value).at(-1) === 'assistant',
  ),
]

function refusing(id: string, broken: Accepted, isRefused: (ask: Ask) => boolean): Fault {
  return {
    id,
    breaks: [broken],
    refuse: (ask) => isAbout(broken, ask) && isRefused(ask),
  }
}

function isAbout(id: Accepted, { validation: { violations, uses } }: Ask): boolean {
  const isUsed = uses.some(({ requirement }) => requirement === id)
  return violations.length === 0 && isUsed && uses.every(({ pointer }) => /^\/body\/messages\/\d+$/.test(pointer))
}

function rolesIn({ body }: Ask['value']): readonly unknown[] {
  return listIn(objectIn(body)['messages']).map((message) => objectIn(message)['role'])
}

/** A server for each listed thing that it does not accept. */
export const acceptanceFaults: readonly Fault[] = blamingAny(
  [...Object.entries(failures).map(([id, fail]) => fail(id as never)), ...partly],
  ['messages.beta-forms-agree'],
)
