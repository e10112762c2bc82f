/** The fixed vocabularies that the whole suite shares. */

/** The eight operations, which are the values of `endpoint` in results.json. */
export const endpoints = [
  'images.generate',
  'images.edit',
  'images.variation',
  'usage.token',
  'content.generate',
  'content.stream',
  'messages.create',
  'messages.stream',
] as const
export type Endpoint = (typeof endpoints)[number]

/** The four areas that a run can be limited to. */
export const areas = ['images', 'token-usage', 'content-generation', 'messages'] as const
export type Area = (typeof areas)[number]

export const areaOf: Readonly<Record<Endpoint, Area>> = {
  'images.generate': 'images',
  'images.edit': 'images',
  'images.variation': 'images',
  'usage.token': 'token-usage',
  'content.generate': 'content-generation',
  'content.stream': 'content-generation',
  'messages.create': 'messages',
  'messages.stream': 'messages',
}

/** The part of an exchange that a requirement is about. */
export const dimensions = ['field', 'status', 'stream'] as const
export type Dimension = (typeof dimensions)[number]

/** The strength of the specification's wording of a requirement. */
export const levels = ['stated', 'implied', 'unspecified'] as const
export type Level = (typeof levels)[number]

/** The judge's verdicts, the worst last. */
export const verdicts = ['untested', 'inapplicable', 'pass', 'inconclusive', 'fail', 'error'] as const
export type Verdict = (typeof verdicts)[number]

/** The outcomes that reports print. */
export const outcomes = ['pass', 'fail', 'warn', 'observed', 'inconclusive', 'skipped'] as const
export type Outcome = (typeof outcomes)[number]

/** The profiles, which determine how much a run sends. */
export const profiles = ['smoke', 'standard', 'thorough'] as const
export type Profile = (typeof profiles)[number]

/** Optional capabilities of a target that a vendor may declare absent. */
export const capabilities = [
  'audio-in',
  'video-in',
  'pdf-in',
  'image-out',
  'speech',
  'code-execution',
  'thinking',
  'logprobs',
  'dated-tools',
  'multi-image',
  'prefill',
] as const
export type Capability = (typeof capabilities)[number]
