import { Buffer } from 'node:buffer'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { RequestMark, ScriptedPart, ScriptedReply, UpstreamFormat } from '../../core/model/upstream.ts'
import { uploads } from '../../specification/areas/images/uploads.ts'
import { writeForm } from '../../specification/areas/images/wire.ts'
import { memberName } from '../../specification/behind/members.ts'
import { contentDrafts } from './drafts-content.ts'
import { messagesDrafts } from './drafts-messages.ts'
import { newCount, newPicture, newWord, startMarking, type TrialDraft, type TrialDrafts } from './marks.ts'

/** A request with marks in its parts, and a reply with others. */
export interface MarkedRequest {
  readonly request: RecordedRequest
  readonly marks: readonly RequestMark[]
  readonly reply: ScriptedReply
}

/** The drafts of each operation by topic. The first is the text with nothing but the required members. */
function draftsOf({ id, area, streams }: Operation): TrialDrafts {
  if (area === 'messages') return messagesDrafts(streams)
  if (area === 'content-generation') return contentDrafts
  return imageDrafts[id] ?? {}
}

export function topicsOf(operation: Operation): readonly string[] {
  return Object.keys(draftsOf(operation))
}

/** Returns a request of an operation about a topic, or `undefined` if the operation has no such parts. */
export function draftOf(operation: Operation, topic: string): MarkedRequest | undefined {
  const draft = draftsOf(operation)[topic]
  if (draft === undefined) return undefined
  const { marks, filled, echoed } = startMarking(formatOf(operation))
  const body = filled(draft.body, '') as TrialDraft['body']
  const files = (draft.files ?? []).map(([field, upload]) => {
    const picture = newPicture(uploads[upload])
    marks.push({ place: field, value: picture, kind: 'bytes' })
    const bytes = Buffer.from(picture, 'base64')
    return { name: field, filename: `${field}.png`, type: 'image/png', bytes }
  })
  const request =
    draft.files === undefined
      ? operation.write(requestValue(operation, body))
      : writeForm(pathOf(operation), { body }, files)
  const { parts = [{ kind: 'text', text: replyText }], end, more, isCached } = draft
  const hasCalls = parts.some(({ kind }) => kind === 'call')
  const texts = echoed({ parts, ...more })
  const pictures = operation.area === 'images' ? { pictures: [newLocated(), newLocated()] } : {}
  return {
    request,
    marks,
    reply: { ...texts, end: end ?? (hasCalls ? 'calls' : 'end'), usage: newUsage(isCached === true), ...pictures },
  }
}

function formatOf({ id, area }: Operation): UpstreamFormat {
  return area === 'messages' ? 'messages' : area === 'content-generation' ? 'content' : (id as UpstreamFormat)
}

function requestValue({ area }: Operation, body: TrialDraft['body']) {
  if (area === 'messages') return { header: { 'provider-version': '2023-06-01' }, body }
  return area === 'images' ? { body } : { path: { model: 'content-model-1' }, body }
}

function pathOf({ id }: Operation): string {
  return id === 'images.edit' ? '/v1/images/edits' : '/v1/images/variations'
}

function newLocated() {
  return { url: `https://pictures.invalid/${newWord()}.png`, base64: newPicture() }
}

function newUsage(isCached: boolean): ScriptedReply['usage'] {
  const cached = () => (isCached ? newCount(200, 1_900) : 0)
  return { input: newCount(2_000, 9_000), output: newCount(200, 900), cacheRead: cached(), cacheWrite: cached() }
}

/** The text of a reply. It is long enough for several events, and each event can be missed. */
const replyText =
  'The harbor of @v lies north of the old mill, and the road to @w follows the river. In summer the market of @x sells bread, and the lamps of @y burn until dawn.'

const prompt = 'A lighthouse near the harbor of @a at dusk.'
const image = [['image', 'square']] as const
/** The revised prompts of two images. */
const revised: readonly ScriptedPart[] = [
  { kind: 'text', text: 'A harbor near @v.' },
  { kind: 'text', text: 'A harbor near @w.' },
]
const twice = { response_format: 'b64_json', user: 'user-@u', size: '256x256', n: 2 }

const imageDrafts: Readonly<Record<string, TrialDrafts>> = {
  'images.generate': {
    text: { body: { prompt } },
    settings: { body: { prompt, ...twice }, parts: revised },
    style: { body: { prompt, model: 'image-model-2', quality: 'hd', style: 'natural' } },
  },
  'images.edit': {
    text: { body: { prompt }, files: image },
    settings: { body: { prompt, ...twice }, files: image, parts: revised },
    mask: {
      body: { prompt, model: 'image-model-1' },
      files: [
        ['image', 'opaque'],
        ['mask', 'mask'],
      ],
    },
    'several-images': {
      body: { prompt, model: 'image-model-multi', quality: 'low' },
      files: [
        ['image[]', 'square'],
        ['image[]', 'opaque'],
      ],
    },
  },
  'images.variation': {
    text: { body: {}, files: image },
    settings: { body: twice, files: image, parts: revised },
  },
}

/** Returns the places of requests that have a mark, such as `body/tools/name`. */
export function markedPlaces(operation: Operation): ReadonlySet<string> {
  const marks = topicsOf(operation).flatMap((topic) => draftOf(operation, topic)!.marks)
  return new Set(marks.map(({ place }) => `body/${memberName(place.replaceAll(/\[\d*\]/g, '').split('.'))}`))
}
