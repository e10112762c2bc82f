import { renderers } from '../../reports/index.ts'
import type { Report } from '../model/report.ts'
import type { EvidenceHeader } from '../record/evidence/frame.ts'
import { faceOf } from './manifest.ts'
import { readmeOf } from './readme.ts'

/** What a bundle has from the run as it is. */
export const copied = ['results.json', 'exchanges.ndjson'] as const

/** The file that lists the others, and the one that vouches for them: neither is in the list. */
export const manifestName = 'manifest.json'
export const attestationName = 'attestation.json'

/** The files of a bundle that follow from the results and the header of the evidence, by name. */
export function derivedFiles(report: Report, header: EvidenceHeader): Readonly<Record<string, string>> {
  return { ...reportFiles(report), 'README.md': readmeOf(faceOf(report)), 'config.json': configText(header) }
}

/** The reports of a bundle. */
export function reportFiles(report: Report): Readonly<Record<string, string>> {
  return {
    'reports/report.html': renderers.html(report),
    'reports/junit.xml': renderers.junit(report),
    'reports/report.md': renderers.markdown(report),
    'reports/badge.svg': renderers.badge(report),
  }
}

/** What the run was asked to do, from its evidence; secrets never were in there. */
export function configText({ target, aims, formatVersion: _version, tool: _tool, ...asked }: EvidenceHeader): string {
  return jsonText({ target: target.url, ...asked, aims: aims === null ? null : aims.length })
}

/** A value as the text of a JSON file. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
