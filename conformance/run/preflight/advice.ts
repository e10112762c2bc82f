import { visibleLine } from '../../../reports/visible.ts'
import type { RequestMembers } from '../../config/request-members.ts'
import { credentialForms } from '../../model/credential.ts'
import type { Diagnosis } from './diagnose.ts'
import { remedyFor } from './trouble.ts'

/** The facts about a target that advice needs. */
export interface Aim {
  readonly url: string
  /** The same with the base URLs of areas that live elsewhere. */
  readonly places: string
  /** The forms of keys other than the specified ones, in words. */
  readonly forms?: readonly string[]
  readonly timeoutSeconds: number
  /** A base URL at which the target answers, where one was found. */
  readonly betterUrl?: string
  /** The config file that was read, by its name. */
  readonly config?: string
  /** The members that the configuration names for the requests of operations. */
  readonly requests?: RequestMembers
  /** The source of the key. */
  readonly keyFrom: string
  /** The target's names of the specification's models. */
  readonly models?: Readonly<Record<string, string>>
  /** The proxy that requests go through, without user name and password. */
  readonly proxy?: string
}

/** Returns one line: the trouble and its remedy. */
export function adviceFor(diagnosis: Diagnosis, aim: Aim): string {
  switch (diagnosis.kind) {
    case 'unreachable':
      return `${aim.places} cannot be reached${through(aim)} (${diagnosis.trouble}): ${remedyFor(diagnosis.trouble, aim)}`
    case 'silent':
      return `${aim.places} did not answer within ${aim.timeoutSeconds} s${through(aim)}: is it the right address, or is a longer --timeout needed?`
    case 'unfinished':
      return `${aim.places} begins to answer${through(aim)}, but no answer came to its end within ${aim.timeoutSeconds} s: is a longer --timeout needed?`
    case 'unavailable':
      return `${aim.places} returned only errors${through(aim)} (${answers(diagnosis.statuses)}): ${aim.proxy === undefined ? '' : 'the proxy cannot reach it, or '}the gateway or a service behind it is not running`
    case 'key-refused':
      return `the target rejected the key at every endpoint${through(aim)}, in each of ${credentialForms.length} forms (${answers(diagnosis.statuses)}): check ${aim.keyFrom}${formsIn(aim)}`
    case 'wants-tls':
      return `${aim.url} wants TLS: use ${aim.url.replace(/^http:/, 'https:')}`
    case 'model-unknown':
      return modelAdvice(diagnosis.models, diagnosis.statuses, aim)
    case 'elsewhere':
      return `no endpoint was found below ${aim.places}${through(aim)} (${answers(diagnosis.statuses)} everywhere${page(diagnosis.page)})${whereElse(diagnosis, aim)}`
  }
}

function through({ proxy }: Aim): string {
  return proxy === undefined ? '' : ` through the proxy ${proxy}`
}

/** A key may be right and sent in a form that the target does not read. */
function formsIn({ forms = [] }: Aim): string {
  return forms.length === 0 ? '' : `, and credential: in the configuration (${forms.join(', ')})`
}

function answers(statuses: readonly number[]): string {
  return `status ${statuses.join(', ')}`
}

/** The model, in the target's words, that advice is about. */
function modelAdvice(
  models: readonly string[],
  statuses: readonly number[],
  { models: known = {}, config }: Aim,
): string {
  const names = models.map((model) => `"${visibleLine(known[model] ?? model)}"`).join(', ')
  const unnamed = models.some((model) => known[model] === undefined)
  const where = config === undefined ? 'a config file (mgi init writes one)' : config
  const remedy = unnamed ? `set their names under models: in ${where}` : `correct models: in ${where}`
  return `the target does not know the model${models.length === 1 ? '' : 's'} ${names} (${answers(statuses)}): ${remedy}`
}

function page(title: string | undefined): string {
  if (title === undefined) return ''
  return title === '' ? ', pages for people' : `, pages for people: "${visibleLine(title)}"`
}

function whereElse(
  { redirect, page: title }: Extract<Diagnosis, { kind: 'elsewhere' }>,
  { betterUrl, url }: Aim,
): string {
  if (betterUrl !== undefined) return `, but ${betterUrl} answers: the base URL looks wrong, use that one`
  if (redirect !== undefined) return redirectAdvice(redirect, url)
  if (title !== undefined)
    return ": this is a web site, not the API; give the part of the API's address before /v1/messages"
  return ': the base URL looks wrong; give the part of the address that comes before /v1/messages'
}

/** A redirect that keeps the path tells the base URL. */
function redirectAdvice({ location, path }: { readonly location: string; readonly path: string }, url: string): string {
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  const own = path.split('?')[0]!
  if (target?.pathname.endsWith(own) === true && /^https?:$/.test(target.protocol) && target.username === '') {
    const base = target.origin + target.pathname.slice(0, -own.length)
    if (base === url.replace(/\/$/, ''))
      return '; each answer redirects to where it came from: is that the right address?'
    return `; it redirects to ${visibleLine(base)}: use that as the base URL`
  }
  return `; it points to ${visibleLine(location)}: is that the base URL?`
}
