import type { AcceptanceRequirement } from '../../../model/requirement.ts'
import type { Capability } from '../../../model/vocabulary.ts'
import { accepted } from './accepted.ts'

/** Every format of inline media that section 2.6 lists, under its most common type. */
export default [
  media('content.media-jpeg-accepted', 'a JPEG image'),
  media('content.media-png-accepted', 'a PNG image'),
  media('content.media-webp-accepted', 'a WebP image'),
  media('content.media-heic-accepted', 'a HEIC image'),
  media('content.media-heif-accepted', 'a HEIF image'),
  media('content.media-wav-accepted', 'WAV audio', 'audio-in'),
  media('content.media-mp3-accepted', 'MP3 audio', 'audio-in'),
  media('content.media-aiff-accepted', 'AIFF audio', 'audio-in'),
  media('content.media-aac-accepted', 'AAC audio', 'audio-in'),
  media('content.media-ogg-accepted', 'OGG audio', 'audio-in'),
  media('content.media-flac-accepted', 'FLAC audio', 'audio-in'),
  media('content.media-mp4-accepted', 'MP4 video', 'video-in'),
  media('content.media-mpeg-accepted', 'MPEG video', 'video-in'),
  media('content.media-mov-accepted', 'MOV video', 'video-in'),
  media('content.media-avi-accepted', 'AVI video', 'video-in'),
  media('content.media-flv-accepted', 'FLV video', 'video-in'),
  media('content.media-mpg-accepted', 'MPG video', 'video-in'),
  media('content.media-webm-accepted', 'WEBM video', 'video-in'),
  media('content.media-wmv-accepted', 'WMV video', 'video-in'),
  media('content.media-3gpp-accepted', '3GPP video', 'video-in'),
  media('content.media-pdf-accepted', 'a PDF document', 'pdf-in'),
] as const

function media<const Id extends string>(id: Id, what: string, capability?: Capability): AcceptanceRequirement<Id> {
  return accepted(id, `${what} as inline data`, {
    level: 'implied',
    reading: 'C7',
    dependsOn: ['content.several-parts-accepted'],
    ...(capability === undefined ? {} : { capability }),
  })
}
