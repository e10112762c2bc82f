import type { RecordedRequest } from '../../../model/exchange.ts'
import type { Probe } from '../../../model/plan.ts'
import type { Capability } from '../../../model/vocabulary.ts'
import { films, type InlineData, pictures, sounds } from '../media.ts'
import { generateContent } from '../operations.ts'
import { questionAbout } from '../templates/build.ts'

/** Every format in one request; where that is refused, one by one (readings.md G2). */
export default [
  formats('pictures', 'Which color are these pictures?', pictures),
  formats('sounds', 'What is heard here?', sounds, 'audio-in'),
  formats('films', 'What is seen here?', films, 'video-in'),
]

function formats(
  name: string,
  text: string,
  files: Readonly<Record<string, InlineData>>,
  capability?: Capability,
): Probe {
  const all = Object.values(files)
  return {
    id: `content.generate.${name}`,
    operation: 'content.generate',
    purpose: `every format of ${name}`,
    profile: 'standard',
    aims: Object.keys(files).map((format) => `content.media-${format}-accepted`),
    requests: 1,
    cost: { calls: 1, images: 0 },
    ifRefused: { requests: all.length, calls: all.length - 1, images: 0 },
    ...(capability === undefined ? {} : { capability }),
    *steps() {
      const [together] = yield [asking(text, all)]
      if (isRefused(together?.status)) yield all.map((file) => asking(text, [file]))
    },
  }
}

function asking(text: string, files: readonly InlineData[]): RecordedRequest {
  return generateContent.write(
    questionAbout(
      text,
      files.map((inlineData) => ({ inlineData })),
    ),
  )
}

function isRefused(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && ![401, 402, 403, 408, 425, 429, 502, 503, 504, 529].includes(status)
}
