import { expect, test } from 'vitest'
import { validate } from '../../../../schemas/index.ts'
import type { Case, Probe } from '../../../core/model/plan.ts'
import { requestsSentBy } from '../../../core/model/steps.fixture.ts'
import { pngChunks } from '../../../core/wire/png.ts'
import { planRun } from '../../../engine/generate/plan.ts'
import { catalogue } from '../../catalogue.ts'
import { pools } from './arbitraries.ts'
import type { FileFacts } from './file-facts.ts'
import { type Upload, uploads } from './uploads.ts'

type Properties = Readonly<Record<string, readonly unknown[]>>

/** The properties of square PNGs without a mask to suit. */
const ofSquares: Properties = {
  format: ['png'],
  'color type': [0, 2, 3, 4, 6],
  'bit depth': [1, 2, 4, 8, 16],
  interlaced: [false, true],
  alpha: ['none', 'opaque', 'partial'],
  shape: ['square'],
  width: ['1', 'at most 16', 'at most 256', 'at least 1000'],
  'odd width': [false, true],
  size: ['at most 200 bytes', 'at most 1 MB', 'more than 1 MB'],
  chunks: ['tEXt', 'tRNS', 'several IDAT', 'unknown'],
}

/** Those of pictures with transparent pixels, which need an alpha channel. */
const ofTransparent: Properties = {
  ...ofSquares,
  'color type': [4, 6],
  'bit depth': [8, 16],
  alpha: ['transparent'],
  width: ['1', 'at most 256', 'at least 1000'],
  chunks: ['tEXt', 'several IDAT', 'unknown'],
}

const ofSeveral: Properties = {
  ...ofSquares,
  format: ['png', 'webp', 'jpeg'],
  shape: ['square', 'wider than high', 'higher than wide'],
}

test.each<[string, readonly Upload[], Properties]>([
  ['squares', pools.squares, ofSquares],
  ['transparent', pools.transparent, ofTransparent],
  [
    'masked',
    pools.masked.map(([picture]) => picture),
    { ...ofSquares, 'color type': [0, 2, 3, 4], 'bit depth': [1, 4, 8] },
  ],
  ['masks', pools.masked.map(([, mask]) => mask), { ...ofTransparent, size: ofSquares['size']! }],
  ['several', pools.several, ofSeveral],
])('at most 8 files of the pool "%s" have every property that is valid there', (_, pool, wanted) => {
  expect(pool.length).toBeLessThanOrEqual(8)
  expect(missingIn(pool, wanted)).toEqual([])
})

test('a mask has the size of its picture', () => {
  for (const [picture, mask] of pools.masked)
    expect([mask.facts.width, mask.facts.height], picture.name).toEqual([picture.facts.width, picture.facts.height])
})

/** The operations whose requests share the budget for pictures. */
const operations = ['images.generate', 'images.edit', 'images.variation'] as const

test.each([1, 2, 3, 4, 5])('a plan with seed %i uploads pictures of every property to each operation', async (seed) => {
  const plan = await planRun({ catalogue, operations, profile: 'standard', seed })
  const cases: Sent[] = [
    ...plan.cases,
    ...plan.probes.filter(({ readsReplies }) => readsReplies === undefined).flatMap(sentBy),
  ]
  for await (const one of plan.pull!().valid()) cases.push(one)
  const wanted = { ...ofSeveral, alpha: ['none', 'opaque', 'partial', 'transparent'] }
  expect(missingIn(uploadedIn(cases, 'images.edit'), wanted)).toEqual([])
  const square = { ...ofSquares, alpha: wanted.alpha }
  expect(missingIn(uploadedIn(cases, 'images.variation'), square)).toEqual([])
})

type Sent = Pick<Case, 'operation' | 'request'>

/** Returns the requests of a probe that should be accepted. */
function sentBy(probe: Probe): readonly Sent[] {
  const { operation } = probe
  const { read, schemas } = catalogue.operations.find(({ id }) => id === operation)!
  return requestsSentBy(probe, { seed: 1, profile: 'standard', operations })
    .filter((request) => validate(schemas.request!, read(request)).violations.length === 0)
    .map((request) => ({ operation, request }))
}

function uploadedIn(cases: readonly Sent[], endpoint: Case['operation']): readonly Upload[] {
  const { read } = catalogue.operations.find(({ id }) => id === endpoint)!
  const files = cases
    .filter(({ operation }) => operation === endpoint)
    .flatMap(({ request }) => (read(request).body as { readonly image: readonly FileFacts[] }).image)
  const digests = new Set(files.map(({ digest }) => digest))
  return Object.values<Upload>(uploads).filter(({ facts }) => digests.has(facts.digest))
}

function missingIn(pictures: readonly Upload[], wanted: Properties): readonly string[] {
  const all = pictures.map(propertiesOf)
  return Object.entries(wanted).flatMap(([property, values]) =>
    values
      .filter((value) => !all.some((own) => own[property]?.includes(value) === true))
      .map((value) => `${property}: ${value}`),
  )
}

function propertiesOf(upload: Upload): Properties {
  const { format, alpha, width, height, bytes } = upload.facts
  return {
    ...(format === 'png' ? headerOf(upload) : {}),
    format: [format],
    alpha: [alpha],
    shape: [width === height ? 'square' : width > height ? 'wider than high' : 'higher than wide'],
    width: [
      width === 1
        ? '1'
        : width <= 16
          ? 'at most 16'
          : width <= 256
            ? 'at most 256'
            : width >= 1000
              ? 'at least 1000'
              : '',
    ],
    'odd width': [width % 2 === 1],
    size: [bytes <= 200 ? 'at most 200 bytes' : bytes <= 2 ** 20 ? 'at most 1 MB' : 'more than 1 MB'],
  }
}

/** Returns the properties in the header and the chunks of a PNG (PNG specification §11.2.1). */
function headerOf({ bytes }: Upload): Properties {
  const [header, ...chunks] = pngChunks(Buffer.concat([bytes()].flat()))
  const [depth, color, , , interlace] = header!.data.subarray(8)
  const types = chunks.map(({ type }) => (type === 'zeRo' ? 'unknown' : type))
  const isSplit = types.filter((type) => type === 'IDAT').length > 1
  return {
    'color type': [color],
    'bit depth': [depth],
    interlaced: [interlace === 1],
    chunks: isSplit ? [...types, 'several IDAT'] : types,
  }
}
