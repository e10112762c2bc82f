import type { Fault } from './fault.ts'

const images: readonly Fault[] = []
export default images
