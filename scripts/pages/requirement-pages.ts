import { Buffer } from 'node:buffer'
import type { RecordedRequest } from '../../conformance/core/model/exchange.ts'
import { endpoints } from '../../conformance/core/model/vocabulary.ts'
import { planRun, wholePlan } from '../../conformance/engine/generate/plan.ts'
import { curlFor } from '../../conformance/product/run/commands/curl.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import {
  type WrittenLine,
  type WrittenRequest,
  writtenCorpus,
} from '../../conformance/specification/traceability/corpus.ts'
import { faultsDetectedBy } from '../../conformance/specification/traceability/detecting-faults.ts'
import { allSections } from '../../conformance/specification/traceability/specification-map.ts'
import { faults } from '../../reference-server/index.ts'
import { cell, table } from './cell.ts'
import { requirementPage } from './requirement-page.ts'

/**
 * Returns a page for each requirement, and `index.md` with a list of them, by file name. The URL is that of the folder
 * `fixtures`, with a slash at its end.
 */
export async function requirementPages(fixtures: URL): Promise<ReadonlyMap<string, string>> {
  const corpus = new Map<string, WrittenLine[]>()
  for (const line of writtenCorpus(new URL('corpus/', fixtures)))
    corpus.set(line.requirement, [...(corpus.get(line.requirement) ?? []), line])
  const cases = await casesByAim()
  const pages = catalogue.requirements.map((requirement) => {
    const { id } = requirement
    const examples = corpus.get(id) ?? []
    const planned = cases.get(id)
    // Behind the gateway, a request shows nothing without its provider.
    const curl = requirement.behind === true ? undefined : curlOf(examples)
    return [
      `${id}.md`,
      requirementPage(requirement, {
        examples,
        faults: faultsDetectedBy(id, faults.values()).map((fault) => fault.id),
        planned,
        curl,
      }),
    ] as const
  })
  return new Map([['index.md', indexPage()], ...pages])
}

/** Returns the list of all requirements by section, each with a link to its page. */
function indexPage(): string {
  const parts = allSections().flatMap(({ number, title }) => {
    const own = catalogue.requirements.filter(({ section }) => section === number)
    if (own.length === 0) return []
    const rows = own.map(({ id, statement, level }) => [`[${id}](./${id}.html)`, cell(statement), level])
    return [
      `## ${number} ${title}\n\n${table(['requirement', 'what a conforming target does', 'level'], rows).trimEnd()}`,
    ]
  })
  const opening = `# Requirements

${catalogue.requirements.length} requirements, by section of the specification. Each has a page with its level, examples that pass and fail, the fault
that it detects, and commands to try it. \`npx mgi requirements ID\` prints the same facts.`
  return `${[opening, ...parts].join('\n\n')}\n`
}

/** Returns the first case of the standard plan that aims at each requirement. */
async function casesByAim(): Promise<ReadonlyMap<string, string>> {
  const options = { catalogue, operations: endpoints, profile: 'standard', seed: 1 } as const
  const { cases } = await wholePlan(await planRun(options))
  const found = new Map<string, string>()
  for (const { id, aims } of cases) for (const aim of aims) if (!found.has(aim)) found.set(aim, id)
  return found
}

/** Returns a command that sends the last request of the first failing example, with the names of the specification. */
function curlOf(examples: readonly WrittenLine[]): string | undefined {
  const request = examples.find(({ verdict }) => verdict === 'fail')?.exchanges.at(-1)?.request
  const recorded = request && asRecorded(request)
  return recorded && curlFor(recorded, 'http://127.0.0.1:8080', {})
}

function asRecorded(request: WrittenRequest): RecordedRequest | undefined {
  const { method, path, headers = {}, json, text, base64, multipart } = request
  if (multipart !== undefined || base64 !== undefined || !path.startsWith('/')) return undefined
  const body = text ?? (json === undefined ? '' : JSON.stringify(json))
  const isTyped = body === '' || Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const given = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
  const lines = [...(isTyped ? [] : [['content-type', 'application/json'] as const]), ...given]
  return { method, path, headers: lines.filter(([, value]) => value !== ''), body: Buffer.from(body) }
}
