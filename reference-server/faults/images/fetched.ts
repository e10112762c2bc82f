import { errorReply } from '../../errors/index.ts'
import { pngOf } from '../../images/pictures.ts'
import { bytes, type Reply } from '../../reply.ts'
import type { Fault } from '../fault.ts'
import { inEachImage, ofUrl } from './alterations.ts'

const other = pngOf({ seed: '00ff00ff00ff00ff', width: 64, height: 64 })
const page = '<!doctype html><title>Expired</title><p>This picture has gone – sorry.'
/** A GIF of one pixel: an image in a format that is not decoded. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

/** Defects of the pictures behind addresses. */
export const fetchedImageFaults: readonly Fault[] = [
  onPicture('images-url-gone', ['images.url-answers'], () =>
    errorReply('images', 'no-route', 'There is no such picture.'),
  ),
  onPicture('images-url-fails', ['images.url-answers'], () => errorReply('images', 'internal', 'The store is gone.')),
  onPicture('images-url-page', ['images.url-is-an-image'], () => bytes(200, 'image/png', page)),
  onPicture('images-url-empty', ['images.url-is-an-image'], () => bytes(200, 'image/png', '')),
  onPicture('images-url-cut-short', ['images.url-is-an-image'], halved),
  onPicture('images-url-other-size', ['images.url-pixels-as-asked'], () => bytes(200, 'image/png', other)),
  onPicture('images-url-gif', ['images.url-format'], () => bytes(200, 'image/gif', gif)),
  inEachImage(
    'images-url-elsewhere',
    ['images.url-origins-fetched'],
    ofUrl((url) => `https://images.example${new URL(url).pathname}`),
  ),
]

function onPicture(id: string, breaks: Fault['breaks'], alter: (reply: Reply) => Reply): Fault {
  return {
    id,
    breaks,
    notLimited: "it alters what a picture's address leads to, and that request belongs to no operation",
    alterPicture: (reply) => (reply.status === 200 ? alter(reply) : reply),
  }
}

function halved(reply: Reply): Reply {
  if (reply.body.kind !== 'bytes') return reply
  const { type, bytes: whole } = reply.body
  return { ...reply, body: { kind: 'bytes', type, bytes: whole.subarray(0, whole.length / 2) } }
}
