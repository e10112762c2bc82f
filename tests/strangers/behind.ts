import type { UpstreamSection } from '../../conformance/core/model/upstream.ts'
import type { CertifyOptions } from '../../conformance/product/run/certify.ts'
import { certify } from '../../conformance/product/run/certify.ts'

/** The key of the client, and of the upstream where a gateway passes keys on. */
export const sharedKey = 'upstream-key-of-a-stranger'

/** Runs the suite on both sides of a gateway. `cwd` is a folder for what it writes. */
export async function behind(url: string, options: CertifyOptions): Promise<UpstreamSection> {
  const report = await certify({ target: url, key: sharedKey, profile: 'smoke', timeout: 15, ...options })
  return report.upstream!
}

export function failedBehind({ results }: UpstreamSection): readonly string[] {
  return results.filter(({ outcome }) => outcome === 'fail').map(({ id, operation }) => `${id}@${operation}`)
}

export function messagesBehind({ results }: UpstreamSection, id: string): readonly string[] {
  return results.filter((one) => one.id === id).flatMap(({ findings }) => findings.map(({ message }) => message))
}
