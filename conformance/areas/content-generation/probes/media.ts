import type { RecordedRequest } from '../../../model/exchange.ts'
import type { Operation } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import type { Capability } from '../../../model/vocabulary.ts'
import { films, type InlineData, pictures, sounds } from '../media.ts'
import { generateContent, streamContent } from '../operations.ts'
import { questionAbout } from '../templates/build.ts'

/** Every format in one request; if it is rejected, each format alone (interpretation G2). */
export default [generateContent, streamContent].flatMap((operation) => [
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
    ...(capability === undefined ? {} : { capability }),
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
  return status !== undefined && status >= 400 && ![401, 402, 403, 408, 425, 429, 502, 503, 504, 529].includes(status)
}
