import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { isObject } from '../../../../schemas/json.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { asObject, asText } from '../har/har-json.ts'
import { goVcrEntry } from './go-vcr.ts'
import { nockEntry } from './nock.ts'
import { responsesEntry } from './responses.ts'
import { vcrEntry } from './vcr.ts'
import { vcrpyEntry } from './vcrpy.ts'
import { parseCassetteYaml } from './yaml.ts'

/** The recorders of cassettes. They keep bodies whole, and write nothing if the connection breaks. */
export const recorders = ['vcrpy', 'VCR', 'go-vcr', 'betamax', 'nock', 'responses'] as const
export type Recorder = (typeof recorders)[number]

/** Returns whether a program is one of these recorders. */
export function isCassette(creator: string): boolean {
  return (recorders as readonly string[]).includes(creator)
}

/** Returns whether a program keeps no headers and bodies of requests. */
export function keepsNoRequests(creator: string): boolean {
  return creator === 'responses'
}

/** A cassette: its recorder, and its interactions in the form of HAR entries. */
export interface Cassette {
  readonly recorder: Recorder
  readonly entries: readonly JsonObject[]
}

/** The greatest length of a cassette in bytes. It is read as a whole and needs several times that memory. */
const longest = 16 * 1024 * 1024
const beginning = 64 * 1024

/** Returns the syntax of a file whose beginning looks like a cassette; `undefined` if it does not. */
export function syntaxOf(file: string): 'json' | 'yaml' | undefined {
  const text = beginningOf(file)
  if (/^\{\s*"(interactions|http_interactions|recorded_with|responses|version)"\s*:/.test(text)) return 'json'
  if (/^\[\s*\{[\s\S]*?"scope"\s*:/.test(text)) return 'json'
  const bare = text.replace(/^(\s*(#[^\n]*|%YAML[^\n]*|---[ \t]*)(\r?\n))+/, '').trimStart()
  return /^["']?(interactions|http_interactions|recorded_with|responses|version)["']?\s*:/.test(bare)
    ? 'yaml'
    : undefined
}

/** Reads a cassette. If it is rejected, returns the reason as the end of a sentence about the file. */
export function readCassette(file: string): Cassette | { readonly problem: string } {
  const syntax = syntaxOf(file)
  if (syntax === undefined) return { problem: 'is not a cassette' }
  if (statSync(file).size > longest) return { problem: `is longer than ${longest / 1024 / 1024} MiB; split it` }
  const parsed = parsedOf(readFileSync(file, 'utf8').replace(/^\ufeff/, ''), syntax)
  if ('problem' in parsed) return { problem: `cannot be read as ${syntax.toUpperCase()}: ${parsed.problem}` }
  return cassetteOf(parsed.value) ?? { problem: 'is not a cassette of vcrpy, VCR, go-vcr, betamax, nock or responses' }
}

function parsedOf(text: string, syntax: 'json' | 'yaml'): { readonly value: unknown } | { readonly problem: string } {
  if (syntax === 'yaml') return parseCassetteYaml(text)
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { problem: 'it is cut off or damaged' }
  }
}

/** Recognises the recorder by the members that only it writes; `undefined` if it is none of these. */
function cassetteOf(value: unknown): Cassette | undefined {
  if (Array.isArray(value)) {
    const isNock = value.every(
      (one) => isObject(one) && asText(one['scope']) !== undefined && one['status'] !== undefined,
    )
    return isNock && value.length > 0 ? { recorder: 'nock', entries: value.map(nockEntry) } : undefined
  }
  const { interactions, http_interactions: list, recorded_with: by, responses, version } = asObject(value)
  if (Array.isArray(responses)) {
    const items = objectsIn(responses).filter(({ response }) => asText(asObject(response)['url']) !== undefined)
    return items.length > 0 ? { recorder: 'responses', entries: items.map(responsesEntry) } : undefined
  }
  if (Array.isArray(list))
    return { recorder: /betamax/i.test(asText(by) ?? '') ? 'betamax' : 'VCR', entries: objectsIn(list).map(vcrEntry) }
  if (!Array.isArray(interactions)) return undefined
  const all = objectsIn(interactions)
  if (all.length > 0 && all.every(({ request, response }) => request === undefined && response === undefined))
    return undefined
  // vcrpy has had no second version.
  const isGo = version === 2 || all.some(({ request }) => asObject(request)['url'] !== undefined)
  return isGo
    ? { recorder: 'go-vcr', entries: all.map(goVcrEntry) }
    : { recorder: 'vcrpy', entries: all.map(vcrpyEntry) }
}

function objectsIn(list: readonly unknown[]): readonly JsonObject[] {
  return list.map(asObject)
}

function beginningOf(file: string): string {
  const bytes = Buffer.alloc(beginning)
  const open = openSync(file, 'r')
  try {
    return bytes
      .toString('utf8', 0, readSync(open, bytes))
      .replace(/^\ufeff/, '')
      .trimStart()
  } finally {
    closeSync(open)
  }
}
