/** From schemas and templates to requests, and the driver that sends them. */
export { type Driven, type DriveOptions, drive } from './drive.ts'
export type { DrivingJudge, Progress, Send, Unsent } from './driver.ts'
export { type PlanOptions, planRun } from './plan.ts'
export { type Reserve, reserveOf } from './reserve.ts'
export type { Shard } from './shard.ts'
export type { Shrunk } from './shrink.ts'
