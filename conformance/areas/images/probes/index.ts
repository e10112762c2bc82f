import type { Probe } from '../../../model/plan.ts'
import { credentials } from './credentials.ts'
import { fileProbes, opaqueVariation } from './files.ts'
import { largeUploads } from './large-uploads.ts'
import { malformedForms } from './malformed-form.ts'
import { malformedJson } from './malformed-json.ts'
import { multiImageProbes, oblongPicture } from './multi-image.ts'

/** Probes for behaviour that follows from no schema. */
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
