import * as content from './content.ts'
import { busyNowAndThen, localised, refusesOpen, unknownEvents, unknownMembers } from './everywhere.ts'
import { manyLines, oldMac, unnamed, windows } from './framings.ts'
import * as images from './images.ts'
import { jsonAnswer } from './json.ts'
import * as messages from './messages.ts'
import { framed } from './streams.ts'
import { breaksOff, chunked, declaresJson, encodes, namesHeaders, succeedsWith, withHeaders } from './transport.ts'
import * as usage from './usage.ts'
import type { Variant } from './variant.ts'

/** Gateways that keep the document, each in a way of its own. */
export const variants: readonly Variant[] = [
  {
    name: 'answers 201 instead of 200 and adds headers of its own',
    permittedBy: 'G3, G1',
    areas: ['messages'],
    oddities: [
      succeedsWith(201),
      withHeaders({ 'x-ratelimit-remaining': '7', 'set-cookie': 'a=b', 'request-id': 'r-1' }),
    ],
  },
  {
    name: 'answers 203 and 206 in the place of 200',
    permittedBy: 'G3',
    areas: ['token-usage', 'messages'],
    oddities: [
      (answer, { ordinal }) => (answer.status === 200 ? { ...answer, status: ordinal % 2 ? 203 : 206 } : answer),
    ],
  },
  {
    name: 'adds unknown members to every object and unknown events to every stream',
    permittedBy: 'G1, S2',
    areas: ['token-usage', 'content-generation', 'messages'],
    oddities: [...unknownMembers, unknownEvents],
  },
  {
    name: 'encodes bodies with gzip, x-gzip, deflate in both forms, br and identity in turn',
    permittedBy: 'S3, RFC 9110 section 12.5.3',
    areas: ['token-usage', 'messages'],
    oddities: [encodes('gzip', 'br', 'deflate', 'raw deflate', 'x-gzip', 'identity', 'gzip, br')],
  },
  {
    name: 'now and then encodes a body in a way only it knows',
    permittedBy: 'RFC 9110 section 12.5.3: a request without Accept-Encoding lets any coding be',
    areas: ['token-usage', 'messages'],
    oddities: [(answer, ask) => (ask.ordinal % 4 === 0 ? encodes('X-Own')(answer, ask) : answer)],
  },
  {
    name: 'sends every byte in a chunk of its own',
    permittedBy: 'S3',
    areas: ['token-usage', 'messages'],
    oddities: [chunked(1)],
  },
  {
    name: 'sends chunks of three bytes and closes every connection',
    permittedBy: 'S3, field notes 2',
    areas: ['token-usage', 'content-generation'],
    oddities: [chunked(3)],
    hangsUp: true,
  },
  {
    name: 'spells header names in capitals and JSON with another charset',
    permittedBy: 'G14, RFC 9110 section 5.1',
    areas: ['token-usage', 'messages'],
    oddities: [declaresJson('Application/JSON ; Charset="UTF-8"'), namesHeaders((name) => name.toUpperCase())],
  },
  {
    name: 'declares errors as application/problem+json and replies as vendor JSON, with header names in lower case',
    permittedBy: 'G14',
    areas: ['token-usage', 'content-generation', 'messages'],
    oddities: [
      declaresJson('application/problem+json', ({ status }) => status >= 400),
      declaresJson('application/vnd.gateway.v2+json', ({ status }) => status < 400),
      namesHeaders((name) => name.toLowerCase()),
    ],
  },
  {
    name: 'frames events with CRLF, a byte order mark, comments, id and retry lines',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    oddities: [framed(windows), chunked(2)],
  },
  {
    name: 'frames events with CR alone and three blank lines',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    oddities: [framed(oldMac)],
  },
  {
    name: 'spreads each payload over many data lines among unknown fields',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    oddities: [framed(manyLines)],
  },
  {
    name: 'writes no event lines but blank ones, and comments after the end',
    permittedBy: 'S3, section 6',
    areas: ['content-generation', 'messages'],
    oddities: [framed(unnamed)],
  },
  {
    name: 'is busy now and then',
    permittedBy: 'G10, G11, G12',
    areas: ['token-usage', 'content-generation', 'messages'],
    instead: busyNowAndThen,
  },
  {
    name: 'loses the connection in the middle of every fifth reply',
    permittedBy: 'G11',
    areas: ['token-usage', 'messages'],
    oddities: [breaksOff(5)],
  },
  {
    name: 'refuses everything that is open',
    permittedBy: 'G16 and every other x-open',
    areas: ['messages'],
    instead: refusesOpen,
  },
  {
    name: 'explains refusals in another language, in bodies with and without details',
    permittedBy: 'section 7, C3',
    areas: ['content-generation', 'messages'],
    oddities: [localised, content.otherDetails],
  },
  {
    name: 'writes null for every image member that is not given, milliseconds, more members than listed, and 201',
    permittedBy: 'G1, G3, G5, I9, I12',
    areas: ['images'],
    oddities: [images.fullOfNulls, succeedsWith(201)],
  },
  {
    name: 'always says how the prompt was revised, and refuses with any 4xx and any body',
    permittedBy: 'I1, I2, 2.4',
    areas: ['images'],
    oddities: [images.alwaysRevised, images.refusesItsOwnWay],
    instead: images.cutsUploads,
  },
  {
    name: 'has unlimited tokens below zero, moving totals, no model limits and 404 for an unknown token',
    permittedBy: 'T1, T3, T4',
    areas: ['token-usage'],
    oddities: [usage.unlimited, usage.unknownTokenWith(404), usage.chattyErrors],
  },
  {
    name: 'knows no token under status 200, writes large totals in floating point and redirects',
    permittedBy: 'T1, T3, G5, G14',
    areas: ['token-usage'],
    instead: ({ path }) => (path.startsWith('/moved') ? undefined : jsonAnswer(308, {}, { location: `/moved${path}` })),
    oddities: [usage.large, usage.unknownTokenWith(200)],
  },
  {
    name: 'writes null for every field of 2.7 that is not there',
    permittedBy: 'G5',
    areas: ['content-generation'],
    oddities: content.nullsEverywhere,
  },
  {
    name: 'leaves out every field of 2.7 that it may, index and role among them',
    permittedBy: 'G4',
    areas: ['content-generation'],
    oddities: content.sparse,
  },
  {
    name: 'gives empty lists, texts in parts, and the outcome OK',
    permittedBy: 'G1, C9',
    areas: ['content-generation'],
    oddities: [content.outcomeOk, ...content.emptyLists, ...content.textInParts],
  },
  {
    name: 'grounds, cites and rates every answer',
    permittedBy: '2.7',
    areas: ['content-generation'],
    oddities: content.richReplies,
  },
  {
    name: 'blocks every third prompt',
    permittedBy: 'G4, C8',
    areas: ['content-generation'],
    oddities: [content.blocksPrompts],
  },
  {
    name: 'stops every third answer early, for one listed reason or another',
    permittedBy: 'G4, C8',
    areas: ['content-generation'],
    oddities: [content.stopsEarly],
  },
  {
    name: 'streams counts in every chunk, finishes with an empty text and [DONE]',
    permittedBy: 'C10, C11',
    areas: ['content-generation'],
    oddities: [content.otherChunks],
  },
  {
    name: 'sends pings everywhere, several message_delta, and usage in delta only',
    permittedBy: 'S1, S2, S6',
    areas: ['messages'],
    oddities: [messages.usageOnly('delta'), messages.severalDeltas, messages.pings],
    warns: { 'messages.stream-one-message-delta': 'S1: exactly one message_delta is the tighter reading of section 6' },
  },
  {
    name: 'gives usage beside delta and lets every fifth stream end in an error',
    permittedBy: 'S6, S2',
    areas: ['messages'],
    oddities: [messages.usageOnly('top'), messages.endsInError],
    warns: { 'messages.stream-usage-in-delta': 'S6: section 6 writes usage inside delta' },
  },
  {
    name: 'sends nothing but what section 6 lists, and errors that hold error alone',
    permittedBy: 'S4, S5, M5',
    areas: ['messages'],
    oddities: [messages.bareEvents, messages.errorAlone],
  },
  {
    name: 'has text in content_block_start, blocks without deltas, and empty pieces of JSON',
    permittedBy: 'S1, S5',
    areas: ['messages'],
    oddities: [messages.oddBlocks],
  },
  {
    name: 'adds blocks of other kinds and splits texts in two',
    permittedBy: 'G1, S5',
    areas: ['messages'],
    oddities: [messages.moreBlocks, messages.moreKinds],
  },
  {
    name: 'counts nothing cached as null',
    permittedBy: 'G4',
    areas: ['messages'],
    oddities: [messages.cacheCounts(null)],
    warns: {
      'messages.reply-cache-creation-tokens-present': 'G4: the table lists the count without a condition',
      'messages.reply-cache-read-tokens-present': 'G4: the table lists the count without a condition',
    },
  },
  {
    name: 'counts nothing cached by silence, says nothing, and refuses with other statuses than 400',
    permittedBy: 'G4, M10, M1',
    areas: ['messages'],
    oddities: [messages.cacheCounts(undefined), messages.saysNothing, messages.otherStatuses],
    warns: {
      'messages.reply-cache-creation-tokens-present': 'G4: the table lists the count without a condition',
      'messages.reply-cache-read-tokens-present': 'G4: the table lists the count without a condition',
      'messages.error-status-400': 'M1: exactly 400 is the tighter reading of section 7',
    },
  },
  {
    name: 'shows its pictures only to those who bring a key',
    permittedBy: 'I10',
    areas: ['images'],
    instead: images.guardsPictures,
  },
  {
    name: 'redirects to its pictures and packs them',
    permittedBy: 'I10, RFC 9110 sections 8.4 and 15.4',
    areas: ['images'],
    instead: images.movesPictures,
    oddities: [images.packsPictures],
  },
  {
    name: 'keeps its pictures on another host',
    permittedBy: 'I11',
    areas: ['images'],
    oddities: [images.picturesElsewhere],
  },
]
