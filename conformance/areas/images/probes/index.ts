import type { Probe } from '../../../model/plan.ts'
import { credentials } from './credentials.ts'
import { fileProbes, opaqueVariation } from './files.ts'
import { largeUploads } from './large-uploads.ts'
import { malformedForms } from './malformed-form.ts'
import { malformedJson } from './malformed-json.ts'
import { multiImageProbes, oblongPicture } from './multi-image.ts'

/** What has to be sent beside what follows from the schemas. */
export const probes: readonly Probe[] = [
  ...credentials,
  malformedJson,
  ...malformedForms,
  ...fileProbes,
  opaqueVariation,
  ...multiImageProbes,
  oblongPicture,
  ...largeUploads,
]
