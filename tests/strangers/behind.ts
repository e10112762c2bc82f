import type { Report } from '../../conformance/core/model/report.ts'
import { resultsWith } from '../../conformance/laboratory/selftest/upstream/try-gateway.ts'
import type { CertifyOptions } from '../../conformance/product/run/certify.ts'
import { certify } from '../../conformance/product/run/certify.ts'

/** The key of the client, and of the upstream where a gateway passes keys on. */
export const sharedKey = 'upstream-key-of-a-stranger'

/** Runs the suite on both sides of a gateway. `cwd` is a folder for what it writes. */
export function behind(url: string, options: CertifyOptions): Promise<Report> {
  return certify({ target: url, key: sharedKey, profile: 'smoke', timeout: 15, ...options })
}

export function failedBehind(report: Report): readonly string[] {
  return resultsWith(report, 'fail')
}

export function messagesBehind({ requirements }: Report, wanted: string): readonly string[] {
  const own = requirements.filter(({ id }) => id === wanted)
  return own.flatMap(({ operations }) => operations.flatMap(({ findings }) => findings.map(({ message }) => message)))
}
