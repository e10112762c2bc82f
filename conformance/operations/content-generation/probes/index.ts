import type { Probe } from '../../../model/plan.ts'
import answers from './answers.ts'
import concurrency from './concurrency.ts'
import credentials from './credentials.ts'
import media from './media.ts'
import refusals from './refusals.ts'
import spellings from './spellings.ts'

/** What content generation asks that takes several steps or follows from no schema. */
const probes: readonly Probe[] = [...credentials, ...answers, ...spellings, ...refusals, ...media, ...concurrency]
export default probes
