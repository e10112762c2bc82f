import { Buffer } from 'node:buffer'
import { keyLabels } from '../../core/model/credential.ts'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { RequestMark, ScriptedReply, UpstreamFormat } from '../../core/model/upstream.ts'
import { encodeMultipart, type FormPartInput } from '../../core/wire/multipart.ts'
import { pngChunk, pngChunks } from '../../core/wire/png.ts'
import { uploads } from '../../specification/areas/images/uploads.ts'
import { newCount, newFraction, newWord } from './marks.ts'

/** A request with marks in its parts, and a reply with others. */
export interface MarkedRequest {
  readonly request: RecordedRequest
  readonly marks: readonly RequestMark[]
  readonly reply: ScriptedReply
}

/** The parts that a request has besides its text. Each request has few, so that one rejection hides little. */
export const topics = ['text', 'settings', 'nucleus', 'turns', 'tools', 'tool-loop', 'picture'] as const
export type Topic = (typeof topics)[number]

/** Collects marks while a request is written. */
interface Marking {
  readonly marks: RequestMark[]
  readonly word: (place: string, notIn?: readonly UpstreamFormat[]) => string
  readonly count: (place: string, least: number, most: number, notIn?: readonly UpstreamFormat[]) => number
  readonly fraction: (place: string, notIn?: readonly UpstreamFormat[]) => number
}

function startMarking(): Marking {
  const marks: RequestMark[] = []
  const add = (mark: RequestMark): void => {
    marks.push(mark)
  }
  const withFormats = (notIn: readonly UpstreamFormat[] | undefined) => (notIn === undefined ? {} : { notIn })
  const number = (place: string, value: number, notIn?: readonly UpstreamFormat[]): number => {
    add({ place, value: String(value), kind: 'number', ...withFormats(notIn) })
    return value
  }
  return {
    marks,
    word(place, notIn) {
      const value = newWord()
      add({ place, value, kind: 'word', ...withFormats(notIn) })
      return value
    },
    count: (place, least, most, notIn) => number(place, newCount(least, most), notIn),
    fraction: (place, notIn) => number(place, newFraction(), notIn),
  }
}

/** Returns the text of a reply. It is long enough for several events, and each event can be missed. */
function newReplyText(): string {
  const [first, second, third, fourth] = [newWord(), newWord(), newWord(), newWord()]
  return `The harbor of ${first} lies north of the old mill, and the road to ${second} follows the river. In summer the market of ${third} sells bread, and the lamps of ${fourth} burn until dawn.`
}

function newUsage(): ScriptedReply['usage'] {
  return { input: newCount(2_000, 9_000), output: newCount(200, 900) }
}

/** Returns a request of an operation about a topic, or `undefined` if the operation has no such parts. */
export function draftOf(operation: Operation, topic: Topic): MarkedRequest | undefined {
  switch (operation.id) {
    case 'messages.create':
    case 'messages.stream':
      return messagesDraft(operation, topic)
    case 'content.generate':
    case 'content.stream':
      return contentDraft(operation, topic)
    case 'usage.token':
      return undefined
    default:
      return imagesDraft(operation, topic)
  }
}

function messagesDraft(operation: Operation, topic: Topic): MarkedRequest {
  const marking = startMarking()
  const { word } = marking
  const max_tokens = marking.count('max_tokens', 1_100, 1_900)
  const ask = (place: string): string => `Please describe the harbor of ${word(place)} in two sentences.`
  const reply: ScriptedReply = { text: newReplyText(), usage: newUsage() }
  const done = (body: object, tool?: ScriptedReply['tool']): MarkedRequest => {
    const streamed = operation.streams ? { stream: true } : {}
    const value = { header: { 'provider-version': '2023-06-01' }, body: { ...base, ...body, ...streamed } }
    return {
      request: operation.write(value),
      marks: marking.marks,
      reply: tool === undefined ? reply : { ...reply, tool },
    }
  }
  const base = { model: 'messages-model-1', max_tokens }
  if (topic === 'text') return done({ messages: [user(ask('messages[0].content'))] })
  if (topic === 'settings')
    return done({
      system: `Answer as the keeper of ${word('system')} would.`,
      messages: [user(ask('messages[0].content'))],
      temperature: marking.fraction('temperature'),
      top_k: marking.count('top_k', 31, 97, ['chat']),
      stop_sequences: [word('stop_sequences[0]'), word('stop_sequences[1]')],
      metadata: { user_id: word('metadata.user_id', ['content']) },
    })
  if (topic === 'nucleus')
    return done({ messages: [user(ask('messages[0].content'))], top_p: marking.fraction('top_p') })
  if (topic === 'turns')
    return done({
      messages: [
        user([textBlock(ask('messages[0].content[0].text')), textBlock(ask('messages[0].content[1].text'))]),
        { role: 'assistant', content: `It is the town of ${word('messages[1].content')}.` },
        user(ask('messages[2].content')),
      ],
    })
  if (topic === 'picture') {
    const picture = newPicture()
    marking.marks.push({ place: 'messages[0].content[0].source.data', value: picture, kind: 'bytes' })
    const source = { type: 'base64', media_type: 'image/png', data: picture }
    return done({ messages: [user([{ type: 'image', source }, textBlock(ask('messages[0].content[1].text'))])] })
  }
  const name = `find_${word('tools[0].name')}`
  const property = `town_${word('tools[0].input_schema.properties')}`
  const tools = [
    {
      name,
      description: `Finds a harbor near ${word('tools[0].description')}.`,
      input_schema: {
        type: 'object',
        properties: { [property]: { type: 'string', description: `Such as ${word('tools[0]…description')}.` } },
        required: [property],
      },
    },
  ]
  const tool = { name, input: { [property]: newWord() } }
  if (topic === 'tools') return done({ messages: [user(ask('messages[0].content'))], tools }, tool)
  const id = `toolu_${word('messages[1].content[0].id', ['content'])}`
  return done({
    tools,
    messages: [
      user(ask('messages[0].content')),
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id, name, input: { [property]: word('messages[1].content[0].input') } }],
      },
      user([
        {
          type: 'tool_result',
          tool_use_id: id,
          content: `The harbor is in ${word('messages[2].content[0].content')}.`,
        },
      ]),
    ],
  })
}

function user(content: unknown): object {
  return { role: 'user', content }
}

function textBlock(text: string): object {
  return { type: 'text', text }
}

function contentDraft(operation: Operation, topic: Topic): MarkedRequest {
  const marking = startMarking()
  const { word } = marking
  const ask = (place: string) => ({ text: `Please describe the harbor of ${word(place)} in two sentences.` })
  const maxOutputTokens = marking.count('generationConfig.maxOutputTokens', 1_100, 1_900)
  const reply: ScriptedReply = { text: newReplyText(), usage: newUsage() }
  const done = (body: object, config: object = {}, tool?: ScriptedReply['tool']): MarkedRequest => {
    const generationConfig = { maxOutputTokens, ...config }
    const value = { path: { model: 'content-model-1' }, body: { ...body, generationConfig } }
    return {
      request: operation.write(value),
      marks: marking.marks,
      reply: tool === undefined ? reply : { ...reply, tool },
    }
  }
  const turn = (role: string, ...parts: readonly object[]) => ({ role, parts })
  if (topic === 'text') return done({ contents: [turn('user', ask('contents[0].parts[0].text'))] })
  if (topic === 'settings')
    return done(
      {
        systemInstruction: { parts: [{ text: `Answer as the keeper of ${word('systemInstruction')} would.` }] },
        contents: [turn('user', ask('contents[0].parts[0].text'))],
      },
      {
        temperature: marking.fraction('generationConfig.temperature'),
        topK: marking.count('generationConfig.topK', 31, 97, ['chat']),
        stopSequences: [word('generationConfig.stopSequences[0]'), word('generationConfig.stopSequences[1]')],
        seed: marking.count('generationConfig.seed', 100_000, 900_000, ['messages']),
      },
    )
  if (topic === 'nucleus')
    return done(
      { contents: [turn('user', ask('contents[0].parts[0].text'))] },
      { topP: marking.fraction('generationConfig.topP') },
    )
  if (topic === 'turns')
    return done({
      contents: [
        turn('user', ask('contents[0].parts[0].text'), ask('contents[0].parts[1].text')),
        turn('model', { text: `It is the town of ${word('contents[1].parts[0].text')}.` }),
        turn('user', ask('contents[2].parts[0].text')),
      ],
    })
  if (topic === 'picture') {
    const data = newPicture()
    marking.marks.push({ place: 'contents[0].parts[0].inlineData.data', value: data, kind: 'bytes' })
    const inlineData = { mimeType: 'image/png', data }
    return done({ contents: [turn('user', { inlineData }, ask('contents[0].parts[1].text'))] })
  }
  const name = `find_${word('tools[0].functionDeclarations[0].name')}`
  const property = `town_${word('tools[0]…parameters.properties')}`
  const tools = [
    {
      functionDeclarations: [
        {
          name,
          description: `Finds a harbor near ${word('tools[0].functionDeclarations[0].description')}.`,
          parameters: {
            type: 'OBJECT',
            properties: { [property]: { type: 'STRING', description: `Such as ${word('tools[0]…description')}.` } },
            required: [property],
          },
        },
      ],
    },
  ]
  if (topic === 'tools')
    return done(
      { contents: [turn('user', ask('contents[0].parts[0].text'))], tools },
      {},
      {
        name,
        input: { [property]: newWord() },
      },
    )
  return done({
    tools,
    contents: [
      turn('user', ask('contents[0].parts[0].text')),
      turn('model', { functionCall: { name, args: { [property]: word('contents[1]…functionCall.args') } } }),
      turn('user', { functionResponse: { name, response: { found: word('contents[2]…functionResponse.response') } } }),
    ],
  })
}

/** The topics of image requests: a plain one, and one with a user and the picture in base64. */
function imagesDraft({ id, write }: Operation, topic: Topic): MarkedRequest | undefined {
  if (topic !== 'text' && topic !== 'settings') return undefined
  const marking = startMarking()
  const { word } = marking
  const url = `https://pictures.invalid/${newWord()}.png`
  const reply = { text: newReplyText(), usage: newUsage(), picture: { url, base64: newPicture() } }
  const prompt = (): string => `A lighthouse near the harbor of ${word('prompt')} at dusk.`
  const more: Readonly<Record<string, string>> =
    topic === 'settings' ? { response_format: 'b64_json', user: `user-${word('user')}`, size: '256x256' } : {}
  if (id === 'images.generate')
    return { request: write({ body: { prompt: prompt(), ...more } }), marks: marking.marks, reply }
  const picture = newPicture()
  const fields = { ...(id === 'images.edit' ? { prompt: prompt() } : {}), ...more }
  marking.marks.push({ place: 'image', value: picture, kind: 'bytes' })
  const path = id === 'images.edit' ? '/v1/images/edits' : '/v1/images/variations'
  return { request: formRequest(path, fields, picture), marks: marking.marks, reply }
}

function formRequest(path: string, fields: Readonly<Record<string, string>>, picture: string): RecordedRequest {
  const parts: readonly FormPartInput[] = [
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'image', filename: 'picture.png', type: 'image/png', bytes: Buffer.from(picture, 'base64') },
  ]
  const { contentType, body } = encodeMultipart(parts)
  return {
    method: 'POST',
    path,
    body,
    headers: [
      ['content-type', contentType],
      ['authorization', `Bearer ${keyLabels.valid}`],
    ],
  }
}

/**
 * Returns a square picture with transparency that no other request has, in base64. A text chunk makes its bytes unique
 * (PNG specification §11.3.4.3).
 */
function newPicture(): string {
  const whole = Buffer.concat([uploads.square.bytes()].flat())
  const last = [...pngChunks(whole)].at(-1)!
  const note = pngChunk('tEXt', Buffer.from(`Comment\0${newWord()}`, 'latin1'))
  return Buffer.concat([whole.subarray(0, last.start), ...note, whole.subarray(last.start)]).toString('base64')
}
