import type { Probe } from '../../../model/plan.ts'
import credentials from './credentials.ts'
import documents from './documents.ts'
import isolation from './isolation.ts'
import malformedJson from './malformed-json.ts'
import toolLoop from './tool-loop.ts'

/** What no schema says how to provoke. */
export default [...credentials, ...malformedJson, ...documents, ...isolation, ...toolLoop] satisfies readonly Probe[]
