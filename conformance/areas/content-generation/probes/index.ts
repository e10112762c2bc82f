import type { Probe } from '../../../model/plan.ts'
import answers from './answers.ts'
import concurrency from './concurrency.ts'
import credentials from './credentials.ts'
import keyForms from './key-forms.ts'
import media from './media.ts'
import rejections from './rejections.ts'
import spellings from './spellings.ts'

/** Probes for behaviour that takes several steps or follows from no schema. */
const probes: readonly Probe[] = [
  ...credentials,
  ...keyForms,
  ...answers,
  ...spellings,
  ...rejections,
  ...media,
  ...concurrency,
]
export default probes
