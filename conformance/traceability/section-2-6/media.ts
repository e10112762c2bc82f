import { judged, type Part } from '../row.ts'

export default {
  title: 'Formats of media',
  rows: [
    judged('Images: JPEG, PNG, WebP, HEIC, HEIF.', [
      'content.media-jpeg-accepted',
      'content.media-png-accepted',
      'content.media-webp-accepted',
      'content.media-heic-accepted',
      'content.media-heif-accepted',
    ]),
    judged('Audio: WAV, MP3, AIFF, AAC, OGG, FLAC.', [
      'content.media-wav-accepted',
      'content.media-mp3-accepted',
      'content.media-aiff-accepted',
      'content.media-aac-accepted',
      'content.media-ogg-accepted',
      'content.media-flac-accepted',
    ]),
    judged('Video: MP4, MPEG, MOV, AVI, FLV, MPG, WEBM, WMV, 3GPP.', [
      'content.media-mp4-accepted',
      'content.media-mpeg-accepted',
      'content.media-mov-accepted',
      'content.media-avi-accepted',
      'content.media-flv-accepted',
      'content.media-mpg-accepted',
      'content.media-webm-accepted',
      'content.media-wmv-accepted',
      'content.media-3gpp-accepted',
    ]),
    judged('Documents: PDF.', ['content.media-pdf-accepted']),
    judged('Other formats are not listed.', ['content.media-type-unlisted-refused']),
  ],
} as const satisfies Part
