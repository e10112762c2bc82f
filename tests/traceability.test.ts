import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Requirement } from '../conformance/core/model/requirement.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { faultsDetectedBy } from '../conformance/specification/traceability/detecting-faults.ts'
import { interpretations } from '../conformance/specification/traceability/interpretations.ts'
import { type PermanentId, permanentIds } from '../conformance/specification/traceability/permanent-ids.ts'
import {
  allSections,
  isJudged,
  type Section,
  sectionsFor,
} from '../conformance/specification/traceability/specification-map.ts'
import { faults } from '../reference-server/index.ts'

/** The gateways of the laboratory are the faults behind the gateway (`tests/whole-runs/upstream.test.ts`). */
const inFront = catalogue.requirements.filter(({ behind }) => behind !== true)
const sections = sectionsFor(catalogue.requirements)
const rows = rowsOf(sections)
const byId = new Map<string, Requirement>(catalogue.requirements.map((requirement) => [requirement.id, requirement]))

function rowsOf(all: readonly Section[]) {
  return all.flatMap(({ number, parts }) => parts.flatMap((part) => part.rows.map((row) => ({ section: number, row }))))
}

test('every section of the specification has its rows, in order', () => {
  const document = [
    '1',
    '2.1',
    '2.2',
    '2.3',
    '2.4',
    '2.5',
    '2.6',
    '2.7',
    '2.8',
    '2.9',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    // Not a section of the document.
    'upstream',
  ]
  expect(sections.map(({ number }) => number)).toEqual(document)
  for (const { number, parts } of sections) {
    expect(parts, number).not.toEqual([])
    for (const part of parts) expect(part.rows, part.title).not.toEqual([])
  }
})

test('every row has requirements or a reason', () => {
  const bare = rows.filter(({ row }) => (isJudged(row) ? row.requirements.length === 0 : row.excluded.trim() === ''))
  expect(bare).toEqual([])
})

test('no row stands twice in a section, and none names a requirement twice', () => {
  const sentences = rows.map(({ section, row }) => `${section} ${row.says}`)
  expect(sentences.filter((one, index) => sentences.indexOf(one) !== index)).toEqual([])
  const twice = rows.filter(({ row }) => isJudged(row) && new Set(row.requirements).size < row.requirements.length)
  expect(twice).toEqual([])
})

test('no row only repeats the statement of its requirement', () => {
  const repeated = rowsOf(allSections()).filter(({ section, row }) => {
    if (!isJudged(row) || row.besides !== undefined || row.requirements.length !== 1) return false
    const requirement = byId.get(row.requirements[0]!)
    return requirement?.section === section && requirement.statement === row.says
  })
  expect(repeated, 'delete the row: one is made from the statement').toEqual([])
})

test('every id that a row names is in the catalogue', () => {
  const unknown = rows.flatMap(({ row }) => (isJudged(row) ? row.requirements.filter((id) => !byId.has(id)) : []))
  expect(unknown).toEqual([])
})

test('every requirement is of a section of the specification, where it has its row', () => {
  const mapped = new Set(
    rows.flatMap(({ section, row }) => (isJudged(row) ? row.requirements.map((id) => `${id} of ${section}`) : [])),
  )
  const missing = catalogue.requirements
    .map(({ id, section }) => `${id} of ${section}`)
    .filter((one) => !mapped.has(one))
  expect(missing, 'correct the section: conformance/specification/traceability has none of that number').toEqual([])
})

test('every interpretation that a requirement or a row leans on is explained', () => {
  const inText = /\b[GITCMS]\d{1,2}\b(?=[,)])/g
  const leaned = [
    ...catalogue.requirements.flatMap(({ interpretation }) => interpretation ?? []),
    ...rows.flatMap(({ row }) =>
      isJudged(row) ? [...(row.besides ?? '').matchAll(inText)].map(([id]) => id) : (row.interpretation ?? []),
    ),
  ]
  expect(leaned.filter((id) => !(id in interpretations()))).toEqual([])
})

test('a sentence that only unspecified requirements speak of says that it is only reported', () => {
  const silent = rows.filter(
    ({ row }) =>
      isJudged(row) &&
      row.requirements.every((id) => byId.get(id)?.level === 'unspecified') &&
      !/ reported/.test(row.besides ?? ''),
  )
  expect(silent).toEqual([])
})

const addFault =
  'add a fault that breaks it: a value in reference-server/faults/<area>/ whose `breaks` names it (CONTRIBUTING.md, "Add a fault")'

test('every requirement has a fault that it catches', () => {
  const alive = inFront.filter(({ id }) => faultsDetectedBy(id, faults.values()).length === 0)
  expect(
    alive.map(({ id }) => id),
    addFault,
  ).toEqual([])
})

test('requirements that are no rule on requests have a fault of their own, but for the credentials of images', () => {
  const borrowed = inFront.filter(
    ({ id, kind }) =>
      (kind === 'exchange' || kind === 'transcript') &&
      faultsDetectedBy(id, faults.values()).every(({ derivedFrom }) => derivedFrom === 'rule'),
  )
  const credential = /^images\.(generate|edit|variation)-((missing|invalid)-credential|not-bearer)-rejected$/
  expect(
    borrowed.map(({ id }) => id).filter((id) => !credential.test(id)),
    addFault,
  ).toEqual([])
})

const advice =
  'ids of requirements are permanent: note the change in CHANGELOG.md under "Requirement changes", then npm run generate'

test('ids, levels and sections of requirements are as they were promised', () => {
  const file = new URL('../conformance/specification/traceability/permanent-ids.json', import.meta.url)
  const promised = JSON.parse(readFileSync(file, 'utf8')) as PermanentId[]
  const lines = (ids: readonly PermanentId[]) => ids.map((one) => Object.values(one).join(' '))
  const [before, now] = [lines(promised), lines(permanentIds(catalogue.requirements, promised))]
  const gone = before.filter((line) => !now.includes(line)).map((line) => `- ${line}`)
  const fresh = now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)
  expect([...gone, ...fresh], advice).toEqual([])
})
