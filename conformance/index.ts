/**
 * The library: what `mgi` is made of, for programs. Judging is a function of exchanges, wherever they come from.
 *
 * - `catalogue`, `catalogueOf`: every requirement, operation, template and probe
 * - `readEvidence`: the exchanges of an `exchanges.ndjson`
 * - `startJudge`, `observe`, `evidenceOf`, `summarize`: exchanges in, rulings and a Report out
 * - `planRun`, `drive`, `createClient`: what to send, sending it, and the client
 * - `renderers`: a Report as HTML, JUnit and so on
 * - `startReferenceServer`, `faults`: a faithful gateway, and its deliberate defects
 */
export { faults, type ReferenceServer, type ServerOptions, startReferenceServer } from '../reference-server/index.ts'
export { type Format, formats, type Renderer, renderers } from '../reports/index.ts'
export { catalogue, catalogueOf, type RequirementId } from './catalogue.ts'
export { readEvidence } from './evidence/read-evidence.ts'
export { type Driven, type DriveOptions, drive, type PlanOptions, planRun } from './explore/index.ts'
export { evidenceOf, type Judge, observe, type Ruling, type RunContext, startJudge, summarize } from './judge/index.ts'
export type { Chunk, Exchange, HeaderLine, RecordedRequest, RecordedResponse } from './model/exchange.ts'
export type { Finding } from './model/finding.ts'
export type { Observation } from './model/observation.ts'
export type { Plan } from './model/plan.ts'
export type { Report, RequirementResult } from './model/report.ts'
export type { Requirement } from './model/requirement.ts'
export type { Area, Endpoint, Level, Outcome, Profile, Verdict } from './model/vocabulary.ts'
export { type Client, type ClientOptions, createClient } from './sources/client.ts'
