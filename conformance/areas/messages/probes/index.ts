import type { Probe } from '../../../model/plan.ts'
import credentials from './credentials.ts'
import documents from './documents.ts'
import isolation from './isolation.ts'
import malformedJson from './malformed-json.ts'
import toolLoop from './tool-loop.ts'

/** Probes for behaviour that follows from no schema. */
export default [...credentials, ...malformedJson, ...documents, ...isolation, ...toolLoop] satisfies readonly Probe[]
