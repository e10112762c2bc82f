import type { RecordedRequest } from '../../../../core/model/exchange.ts'
import { busyStatuses, denialStatuses } from '../../../../core/model/observation.ts'
import type { Operation, RequestValue } from '../../../../core/model/operation.ts'
import type { Probe } from '../../../../core/model/plan.ts'
import type { Capability } from '../../../../core/model/vocabulary.ts'
import { goingAwayProbe } from '../../going-away.ts'
import { nonce } from '../../nonces.ts'
import { credentialProbes, rejectionProbe } from '../../rejection-probes.ts'
import { films, type InlineData, pictures, sounds } from '../media.ts'
import { generateContent, streamContent } from '../operations.ts'
import { question, questionAbout } from '../templates/build.ts'
import { plain } from '../templates/turns.ts'
import answers from './answers.ts'
import keyForms from './key-forms.ts'
import { oneRequest } from './one-request.ts'

const unknownModel: RequestValue = { ...plain, path: { model: 'no-such-model' } }
const pictureAsInstruction = question('Name a color.', {
  systemInstruction: { parts: [{ inlineData: pictures.png }] },
})
const textAsInstruction = question('Name a color.', { systemInstruction: { parts: [{ text: 'Answer in one word.' }] } })

const noSpeechConfig = question('Name a color.', { generationConfig: { speechConfig: 7 } })

/** Requests that must be rejected for reasons that schemas cannot express. */
const rejections = [generateContent, streamContent].flatMap((operation) => [
  rejectionProbe({
    id: `${operation.id}.unknown-model`,
    operation,
    purpose: 'a model that does not exist',
    aims: ['content.model-unknown-rejected', 'content.unknown-model-not-found', 'content.error-404-word'],
    requests: [operation.write(unknownModel)],
  }),
  rejectionProbe({
    id: `${operation.id}.malformed-json`,
    operation,
    purpose: 'a body that ends in the middle',
    aims: ['content.malformed-json-rejected'],
    requests: [{ ...operation.write(plain), body: Buffer.from('{"contents": [') }],
  }),
  controlled(operation, 'picture-as-instruction', 'a system instruction that is not text, and one that is', {
    aims: ['content.system-instruction-non-text-rejected'],
    request: operation.write(pictureAsInstruction),
    control: operation.write(textAsInstruction),
  }),
  {
    ...controlled(operation, 'speech-config', 'a `speechConfig` that is not an object, and a request without one', {
      aims: ['content.speech-config-type-rejected'],
      request: operation.write(noSpeechConfig),
      control: operation.write(question('Name a color.', { generationConfig: {} })),
    }),
    capability: 'speech' as const,
  },
])

interface ControlledRejection {
  readonly aims: readonly string[]
  readonly request: RecordedRequest
  /** The same request without the violation. */
  readonly control: RecordedRequest
}

/** Makes a probe that also sends the control request, because no other request of the plan is one. */
function controlled(
  operation: Operation,
  name: string,
  purpose: string,
  { aims, request, control }: ControlledRejection,
): Probe {
  return {
    id: `${operation.id}.${name}`,
    operation: operation.id,
    purpose,
    profile: 'standard',
    aims,
    requests: 2,
    cost: { calls: 1, images: 0 },
    *steps() {
      yield [control, request]
    },
  }
}

const credentials = credentialProbes({
  plain: [
    [generateContent, plain],
    [streamContent, plain],
  ],
  credentials: ['missing', 'invalid'],
  id: (operation) => `${operation}.credentials`,
  purpose: 'a plain request without a key, and with an invalid one',
  aims: () => ['content.missing-key-unauthenticated', 'content.invalid-key-unauthenticated', 'content.error-401-word'],
})

/** Features that other requests only use in one spelling, or only together with a value that may itself be rejected. */
const spellings = [
  spelling('plain-text', '`text/plain` in the camelCase word', ['content.response-mime-type-text-accepted'], {
    responseMimeType: 'text/plain',
  }),
  spelling(
    'snake-case-schema',
    '`response_schema` with a type other than `STRING`',
    ['content.response-schema-snake-case-accepted'],
    { responseMimeType: 'application/json', response_schema: { type: 'NUMBER' } },
  ),
  oneRequest(
    streamContent,
    'snake-case-unspecified-mode',
    '`MODE_UNSPECIFIED` in the snake_case words',
    question('Name a color.', {
      tools: [{ function_declarations: [{ name: 'get_weather' }] }],
      tool_config: { function_calling_config: { mode: 'MODE_UNSPECIFIED' } },
    }),
    ['content.mode-unspecified-accepted'],
  ),
]

function spelling(
  name: string,
  purpose: string,
  aims: readonly string[],
  generationConfig: Readonly<Record<string, unknown>>,
): Probe {
  return oneRequest(generateContent, name, purpose, question('How many days has a week?', { generationConfig }), aims)
}

/** Sends all formats in one request. If it is rejected, sends each format separately (interpretation G2). */
const media = [generateContent, streamContent].flatMap((operation) => [
  formats(operation, 'pictures', 'Which color are these pictures?', pictures),
  formats(operation, 'sounds', 'What is heard here?', sounds, 'audio-in'),
  formats(operation, 'films', 'What is seen here?', films, 'video-in'),
])

function formats(
  operation: Operation,
  name: string,
  text: string,
  files: Readonly<Record<string, InlineData>>,
  capability?: Capability,
): Probe {
  const all = Object.values(files)
  return {
    id: `${operation.id}.${name}`,
    operation: operation.id,
    purpose: `every format of ${name}`,
    profile: 'standard',
    aims: Object.keys(files).map((format) => `content.media-${format}-accepted`),
    requests: 1,
    cost: { calls: 1, images: 0 },
    ifRejected: { requests: all.length, calls: all.length - 1, images: 0 },
    capability,
    *steps() {
      const [together] = yield [asking(operation, text, all)]
      if (isRejected(together?.status)) yield all.map((file) => asking(operation, text, [file]))
    },
  }
}

function asking(operation: Operation, text: string, files: readonly InlineData[]): RecordedRequest {
  return operation.write(
    questionAbout(
      text,
      files.map((inlineData) => ({ inlineData })),
    ),
  )
}

function isRejected(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && !denialStatuses.has(status) && !busyStatuses.has(status)
}

const width = 8

/** Probes with concurrent requests, each with its own nonce (interpretation G17). */
const concurrency = [atOnce(generateContent), atOnce(streamContent)]

function atOnce(operation: Operation): Probe {
  return {
    id: `${operation.id}.at-once`,
    operation: operation.id,
    purpose: `${width} requests, as many at the same time as the run allows`,
    profile: 'standard',
    aims: ['content.replies-do-not-mix'],
    isTogether: true,
    requests: width,
    cost: { calls: width, images: 0 },
    *steps({ seed }) {
      yield Array.from({ length: width }, (_, ordinal) => {
        return operation.write(question(`Repeat this word three times: ${nonce(seed, ordinal)}`))
      })
    },
  }
}

const goingAway = goingAwayProbe({
  id: 'content.going-away',
  stream: streamContent,
  plain: generateContent,
  aims: ['content.replies-do-not-mix'],
  asking: (operation, text) => operation.write(question(text)),
})

/** Probes for behaviour that takes several steps or that schemas cannot express. */
const probes: readonly Probe[] = [
  ...credentials,
  ...keyForms,
  ...answers,
  ...spellings,
  ...rejections,
  ...media,
  ...concurrency,
  goingAway,
]
export default probes
