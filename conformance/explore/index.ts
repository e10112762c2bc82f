/** From schemas and templates to requests, and the driver that sends them. */
export { type Driven, type DriveOptions, drive } from './drive/drive.ts'
export type { DrivingJudge, Progress, Send, Unsent } from './drive/driver.ts'
export { type Reserve, reserveOf } from './drive/reserve.ts'
export type { Shrunk } from './drive/shrink.ts'
export { type PlanOptions, planRun } from './plan/plan.ts'
export type { Shard } from './plan/shard.ts'
