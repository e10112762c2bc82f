import type { AreaSuite } from '../../model/suite.ts'
import { operations } from './operations.ts'
import { probes } from './probes/index.ts'
import { requirements } from './requirements/index.ts'
import { templates } from './templates.ts'
import { namedFiles as files } from './uploads.ts'

/** Sections 2.1 to 2.4: creating, editing and varying images. */
export default { area: 'images', operations, requirements, templates, probes, files } as const satisfies AreaSuite
