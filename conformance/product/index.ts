/**
 * The library. `mgi` is a thin shell over it.
 *
 * - `certify`: probe an implementation and judge every exchange
 * - `judge` with `readHar`, `readEvidence`: judge recorded traffic; `judgeEach` does so for several hosts
 * - `startProxy`: judge real traffic as it passes
 * - `writeReports`, `renderers`, `exitCodeOf`: write and evaluate the report
 * - `defineRequirement`: create a custom requirement
 * - `loadConfig`: read the options of `certify` from a config file
 * - `requestsOf`, `violationsOf`: requests for properties of your own, as arbitraries of fast-check
 * - `catalogue`, `startJudge`, `observe`, `planRun`, `drive`, `createClient`: the parts, for programs with other needs
 * - `openapi`: the specification as OpenAPI 3.1
 * - `startReferenceServer`, `faults`: a conforming gateway, and its deliberate defects
 *
 * @example
 * import { certify, exitCodeOf, writeReports } from 'model-gateway-conformance'
 *
 * const report = await certify({ target: 'http://127.0.0.1:8080', key: 'my-key', areas: ['messages'], profile: 'smoke' })
 * await writeReports(report, { out: 'mgi-report' })
 * process.exitCode = exitCodeOf(report)
 */
export { faults, type ReferenceServer, type ServerOptions, startReferenceServer } from '../../reference-server/index.ts'
export { type Format, formats, type Renderer, renderers } from '../../reports/index.ts'
export { openapi } from '../../schemas/openapi.ts'
export type { Chunk, Exchange, HeaderLine, RecordedRequest, RecordedResponse } from '../core/model/exchange.ts'
export type { Finding } from '../core/model/finding.ts'
export type { Observation } from '../core/model/observation.ts'
export type { Operation } from '../core/model/operation.ts'
export type { Plan, Probe } from '../core/model/plan.ts'
export type {
  Cause,
  OperationResult,
  Report,
  ReportedFinding,
  RequirementResult,
  RunVerdict,
} from '../core/model/report.ts'
export type { Requirement } from '../core/model/requirement.ts'
export type { Catalogue } from '../core/model/suite.ts'
export type { Area, Capability, Endpoint, Level, Outcome, Profile, Verdict } from '../core/model/vocabulary.ts'
export { UsageError } from '../core/text/usage-error.ts'
export { type Driven, type DriveOptions, drive } from '../engine/drive/drive.ts'
export { planRun } from '../engine/generate/plan.ts'
export type { PlanOptions } from '../engine/generate/plan-options.ts'
export { type Judge, observe, type Ruling, startJudge } from '../engine/judge/index.ts'
export { type Client, type ClientOptions, createClient } from '../engine/record/client/client.ts'
export { catalogue, catalogueOf, type RequirementId } from '../specification/catalogue.ts'
export {
  defineRequirement,
  type ExchangeSpec,
  type TranscriptSpec,
} from '../specification/plugins/define-requirement.ts'
export type { Config } from './config/config.ts'
export { loadOptions as loadConfig } from './config/load-config.ts'
export { type JudgingProxy, type ProxyCounts, type ProxyOptions, startProxy } from './proxy/start-proxy.ts'
export {
  type HarTarget,
  type JudgeOptions,
  judge,
  judgeEach,
  type Recording,
  readEvidence,
  readHar,
} from './recorded/judge.ts'
export { exitCodeOf } from './report/exit-code.ts'
export { type WriteOptions, writeReports } from './report/write.ts'
export {
  type GeneratedRequest,
  type GeneratedViolation,
  type RequestsOfOptions,
  requestsOf,
  violationsOf,
} from './requests-of.ts'
export { type CertifyOptions, certify } from './run/certify.ts'
export type { RunStart } from './run/run.ts'
