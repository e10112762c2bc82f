import type { ClientImpact } from '../../../conformance/traceability/client-impact.ts'

export function writePage(_data: ClientImpact): void {}
