import type { Probe } from '../../../model/plan.ts'
import { credentialProbes } from './credentials.ts'
import { crossedValues } from './crossed-values.ts'
import { fileProbes } from './files.ts'
import { largeUploads } from './large-uploads.ts'
import { malformedJson } from './malformed-json.ts'
import { multiImageProbes, oblongPicture } from './multi-image.ts'

/** What has to be sent beside what follows from the schemas. */
export const probes: readonly Probe[] = [
  ...credentialProbes,
  malformedJson,
  crossedValues,
  ...fileProbes,
  ...multiImageProbes,
  oblongPicture,
  ...largeUploads,
]
