import type { Fault } from './fault.ts'

const http: readonly Fault[] = []
export default http
