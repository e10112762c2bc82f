import { acrossExchanges } from '../../../../core/model/build.ts'
import type { Finding } from '../../../../core/model/finding.ts'
import { busyStatuses, denialStatuses, isSuccess } from '../../../../core/model/observation.ts'
import type { Collected, RunFacts } from '../../../../core/model/requirement.ts'
import { counted } from '../../../../core/text/counted.ts'
import { isSamePicture } from '../../../../core/wire/image-facts.ts'
import { mostFetched } from '../image-fetches.ts'
import { type Fetch, fetched, fetchesIn, type ImageTrail, named, originsIn } from '../named-and-fetched.ts'

type Located = Finding & { readonly exchange: string }
type Trails = readonly Collected<ImageTrail>[]

const trail = {
  endpoint: 'images.generate',
  alsoOn: ['images.edit', 'images.variation'],
  interpretation: 'I10',
  needs: ['request-body', 'response-body'],
  collect: named,
  collectUnmatched: fetched,
} as const
const about = { ...trail, section: '2.4', dimension: 'field', conditional: true, whyUntested: whyUnfetched } as const

/** Requirements on the images behind URLs (interpretation I11). */
export const fetchedImages = [
  acrossExchanges({
    ...about,
    id: 'images.url-answers',
    section: '8',
    dimension: 'status',
    level: 'stated',
    statement: 'A GET of a `url` without a credential succeeds for 60 minutes.',
    restsOn: (collected: Trails) => exchangesOf(fetchesIn(collected)),
    *check(collected: Trails) {
      const fetches = fetchesIn(collected)
      for (const fetch of fetches) {
        const trouble = answerTrouble(fetch, fetches)
        if (trouble !== undefined) yield trouble
      }
    },
  }),
  acrossExchanges({
    ...about,
    id: 'images.url-is-an-image',
    level: 'implied',
    statement: 'The content at a `url` is an image.',
    restsOn: (collected: Trails) => exchangesOf(fetchesIn(collected).filter((fetch) => isWhole(fetch) || isCut(fetch))),
    *check(collected: Trails) {
      for (const fetch of fetchesIn(collected)) yield* imageTrouble(fetch)
    },
  }),
  acrossExchanges({
    ...about,
    id: 'images.url-pixels-as-asked',
    effectOf: 'size',
    level: 'implied',
    statement: 'The image at a `url` has the requested `size`.',
    restsOn: (collected: Trails) =>
      exchangesOf(fetchesIn(collected).filter((fetch) => sidesOf(fetch) && isSized(fetch))),
    *check(collected: Trails) {
      for (const fetch of fetchesIn(collected)) yield* pixelTrouble(fetch)
    },
  }),
  acrossExchanges({
    ...about,
    id: 'images.url-same-image',
    section: '8',
    level: 'stated',
    statement: 'A `url` serves the same image each time within 60 minutes.',
    restsOn: (collected: Trails) => exchangesOf(repeatedFetches(collected).map(({ later }) => later)),
    *check(collected: Trails) {
      for (const { first, later, isSame } of repeatedFetches(collected)) {
        if (isSame) continue
        const message = `${later.fetched.shown} served another image than in ${first.exchange}`
        yield { exchange: later.exchange, at: { in: 'body', pointer: '' }, message }
      }
    },
  }),
  acrossExchanges({
    ...trail,
    collectUnmatched: () => undefined,
    needs: ['response-body', 'ids'],
    acrossOperations: true,
    conditional: true,
    id: 'images.url-in-one-reply',
    section: '2.4',
    dimension: 'field',
    level: 'implied',
    statement: 'No two replies name the same `url`.',
    isExercised: (collected: Trails) => collected.length > 1,
    *check(collected: Trails) {
      const first = new Map<string, string>()
      for (const { exchange, fact } of collected) {
        for (const { address, index } of 'named' in fact ? fact.named.images : []) {
          const earlier = first.get(address) ?? exchange
          first.set(address, earlier)
          if (earlier === exchange) continue
          const at = { in: 'body', pointer: `/data/${index}/url` } as const
          yield { exchange, at, message: `names an image that ${earlier} names too` }
        }
      }
    },
  }),
  acrossExchanges({
    ...about,
    id: 'images.url-format',
    level: 'unspecified',
    statement: 'The image at a `url` is a PNG, WEBP or JPEG.',
    restsOn: (collected: Trails) => exchangesOf(fetchesIn(collected).filter((fetch) => isImage(fetch))),
    *check(collected: Trails) {
      for (const {
        exchange,
        fetched: { content, shown },
      } of fetchesIn(collected)) {
        if (content?.format !== 'other' || !content.mayBeAnImage) continue
        yield {
          exchange,
          message: `${shown} is ${counted(content.bytes, 'byte')} in a format that this suite does not decode`,
        }
      }
    },
  }),
  acrossExchanges({
    ...trail,
    id: 'images.url-origins-fetched',
    section: '2.4',
    dimension: 'field',
    level: 'unspecified',
    interpretation: 'I11',
    statement: 'An image was fetched from each origin that occurs in image URLs of responses.',
    restsOn: (collected: Trails) => new Set(originsIn(collected).map(({ exchange }) => exchange)),
    *check(collected: Trails) {
      for (const { origin, named: count, fetched: done, exchange } of originsIn(collected)) {
        if (done > 0) continue
        yield {
          exchange,
          message: `${counted(count, 'image')} at ${origin} ${count === 1 ? 'was' : 'were'} not fetched`,
          actual: origin,
        }
      }
    },
  }),
] as const

function exchangesOf(fetches: readonly Fetch[]): ReadonlySet<string> {
  return new Set(fetches.map(({ exchange }) => exchange))
}

function isWhole({ fetched: { content } }: Fetch): boolean {
  return content !== undefined
}

/** Returns whether a response was larger than the suite reads. */
function isCut({ fetched: { status, ended } }: Fetch): boolean {
  return status !== undefined && status >= 200 && status < 300 && ended === 'too-large'
}

/** A fetch, and the first one of the same URL. */
interface RepeatedFetch {
  readonly first: Fetch
  readonly later: Fetch
  readonly isSame: boolean
}

/** Returns the fetches of images that were fetched before, as far as their pictures can be compared. */
function repeatedFetches(collected: Trails): readonly RepeatedFetch[] {
  const firsts = new Map<string, Fetch>()
  const inTime = fetchesIn(collected)
    .filter(isImage)
    .toSorted((one, other) => one.fetched.startedAt - other.fetched.startedAt)
  return inTime.flatMap((later) => {
    const first = firsts.get(later.fetched.address)
    if (first === undefined) firsts.set(later.fetched.address, later)
    const [one, other] = [first?.fetched.content, later.fetched.content]
    if (first === undefined || one === undefined || other === undefined) return []
    const isSame = isSamePicture(one, other)
    return isSame === undefined ? [] : [{ first, later, isSame }]
  })
}

function isImage({ fetched: { content } }: Fetch): boolean {
  return content?.mayBeAnImage === true
}

function* imageTrouble(fetch: Fetch): Generator<Located> {
  const {
    exchange,
    fetched: { content, shown },
  } = fetch
  const at = { in: 'body', pointer: '' } as const
  if (isCut(fetch)) yield { exchange, doubt: true, message: `${shown} is larger than this suite reads` }
  else if (content !== undefined && !isImage(fetch))
    yield { exchange, at, message: `${shown} is ${counted(content.bytes, 'byte')}, not an image` }
}

function* pixelTrouble(fetch: Fetch): Generator<Located> {
  const {
    exchange,
    namedIn,
    fetched: { shown },
  } = fetch
  const actual = sidesOf(fetch)
  if (actual === undefined) return
  for (const { size, operation, exchange: reply } of namedIn) {
    if (size === undefined || size === actual) continue
    const message = `image is ${actual}, but the requested size is ${size} (${shown}, named in ${reply} by ${operation})`
    yield { exchange, message, at: { in: 'body', pointer: '' }, expected: size, actual }
  }
}

function sidesOf({ fetched: { content } }: Fetch): string | undefined {
  return content === undefined || content.width === 0 ? undefined : `${content.width}x${content.height}`
}

function isSized({ namedIn }: Fetch): boolean {
  return namedIn.some(({ size }) => size !== undefined)
}

/** Returns why nothing was tested although replies name images. */
function whyUnfetched(collected: Trails, run?: RunFacts): string | undefined {
  const unfetched = originsIn(collected).filter(({ fetched: done }) => done === 0)
  if (unfetched.length === 0) return undefined
  const own = unfetched.filter(({ origin }) => run?.ownOrigins.has(origin))
  const others = unfetched.filter(({ origin }) => run?.ownOrigins.has(origin) !== true)
  const parts = [
    ...(own.length === 0 ? [] : [`${noneFetched(own)}: ${whyNotOwn(run)}`]),
    ...(others.length === 0 ? [] : [`${noneFetched(others)}: ${whyNotOthers(others, run)}`]),
  ]
  return `not tested: ${parts.join('; ')}`
}

function noneFetched(unfetched: ReturnType<typeof originsIn>): string {
  const all = unfetched.reduce((sum, { named: count }) => sum + count, 0)
  return `${all === 1 ? 'the image' : `none of the ${all} images`} at ${shownOf(unfetched).join(', ')} was${all === 1 ? ' not' : ''} fetched`
}

function shownOf(unfetched: ReturnType<typeof originsIn>): readonly string[] {
  return unfetched.map(({ origin }) => origin).slice(0, 3)
}

function whyNotOwn(run: RunFacts | undefined): string {
  if (run?.isRecorded === true) return 'the recording contains no fetch of them'
  if (run?.isCutShort === true) return 'the run ended early'
  return `a run fetches at most ${mostFetched} images, and none whose URL contains a user name, a password or a key`
}

/** It is not recorded which origins the user allowed, so for a run that ended early both reasons are possible. */
function whyNotOthers(others: ReturnType<typeof originsIn>, run: RunFacts | undefined): string {
  if (run?.isRecorded === true) return whyNotOwn(run)
  const options = shownOf(others).map((origin) => `--allow-origin ${origin}`)
  const option = `a run fetches from another origin only with ${options.join(' ')}`
  return run?.isCutShort === true ? `${option}, and this run ended early` : option
}

/** Statuses that concern access to the host or its load, not the image (interpretations I10, G11). */
const telling = new Set([...denialStatuses, ...busyStatuses])

/** Returns the defect of the response to a fetch, or why it cannot be decided. Returns `undefined` for a success. */
function answerTrouble(fetch: Fetch, all: readonly Fetch[]): Located | undefined {
  const { exchange, fetched, namedIn } = fetch
  const { status, ended, shown, location } = fetched
  if (isSuccess(status) && (ended === 'complete' || ended === 'too-large')) return undefined
  const doubt = (message: string): Located => ({ exchange, at: { in: 'status' }, doubt: true, message, actual: status })
  if (status === undefined || isSuccess(status)) return isServedElse(fetch, all) ? undefined : doubt(brokenOff(fetched))
  if (status < 400)
    return doubt(`${shown} returned ${status} (location: ${location ?? 'none'}); the redirect was not followed`)
  if (telling.has(status) || status >= 500) {
    if (isServedElse(fetch, all)) return undefined
    if (telling.has(status) || !isRepeated(fetch, all))
      return doubt(`${shown} returned ${status} for a GET without a credential`)
  }
  const names = namedIn.slice(0, 1).map((name) => ` (named in ${name.exchange} by ${name.operation})`)
  const message = `returned ${status} for the image at ${shown}${names.join('')}`
  return { exchange, at: { in: 'status' }, message, expected: 'a success', actual: status }
}

function brokenOff({ status, ended, shown }: Fetch['fetched']): string {
  return status === undefined ? `${shown} sent no response (${ended})` : `response of ${shown} was cut off (${ended})`
}

/** Returns whether another attempt at the same URL succeeded. */
function isServedElse({ fetched: { address } }: Fetch, all: readonly Fetch[]): boolean {
  return all.some(
    ({ fetched }) => fetched.address === address && isSuccess(fetched.status) && fetched.ended === 'complete',
  )
}

/** Returns whether the same URL failed twice. A server error only counts then (interpretation G11). */
function isRepeated({ fetched: { address } }: Fetch, all: readonly Fetch[]): boolean {
  return all.filter(({ fetched }) => fetched.address === address && (fetched.status ?? 0) >= 500).length > 1
}
