import { formsInWords, specifiedForms } from '../../core/model/credential.ts'
import { type Area, areas } from '../../core/model/vocabulary.ts'
import type { Skipped, Vocabulary } from '../../engine/record/evidence/frame.ts'
import { speechModel } from '../../specification/areas/content-generation/probes/speech.ts'
import type { Config, LoadedConfig } from './config.ts'
import { targetUrl } from './target-url.ts'

/** The specification's labels of the models that a config file can name. */
const labels = {
  'image-model-1': 'image-model-1',
  'image-model-2': 'image-model-2',
  'image-model-multi': 'image-model-multi',
  'content-generation': 'content-model-1',
  messages: 'messages-model-1',
} as const satisfies Record<keyof NonNullable<Config['models']>, string>

/** Reads the names, versions, base URLs and key places of the target. `at` returns the place of a member. */
export function vocabularyOf(config: Config, at?: LoadedConfig['at']): Vocabulary {
  const { models, speech, headers, version } = config
  const named = Object.entries(models ?? {}).map(([name, model]) => [labels[name as keyof typeof labels], model])
  const speaking = speech === undefined ? [] : [[speechModel, speech.model]]
  return {
    ...(named.length + speaking.length === 0 ? {} : { models: Object.fromEntries([...named, ...speaking]) }),
    headers,
    version,
    ...memberOf(
      'credential',
      valuesByArea(config.credential, (form, area) => (form === specifiedForms[area] ? [] : [form])),
    ),
    ...memberOf(
      'baseUrls',
      valuesByArea(config.baseUrls, (url, area) => [baseUrlIn(url, area, at)]),
    ),
  }
}

type ByArea<Value> = Partial<Readonly<Record<Area, Value>>>

function valuesByArea<Value>(
  values: ByArea<Value> = {},
  read: (value: Value, area: Area) => readonly Value[],
): ByArea<Value> {
  const entries = areas.flatMap((area) => {
    const value = values[area]
    return value === undefined ? [] : read(value, area).map((one) => [area, one] as const)
  })
  return Object.fromEntries(entries)
}

/** Returns an object with the member, or an empty object if the member is empty. */
function memberOf<Name extends string, Value extends object>(
  name: Name,
  value: Value,
): { readonly [name in Name]?: Value } {
  return Object.keys(value).length === 0 ? {} : ({ [name]: value } as { readonly [name in Name]: Value })
}

function baseUrlIn(url: string, area: Area, at: LoadedConfig['at'] | undefined): string {
  return targetUrl(url, at?.(`/baseUrls/${area}`) ?? `baseUrls.${area}`, 'the base URL')
}

/** Returns the base URL of an area of the target at `url`. Requests of no area use `url` itself. */
export function baseUrlOf(area: Area | undefined, url: string, { baseUrls }: Vocabulary): string {
  return (area && baseUrls?.[area]) ?? url
}

/** Returns all base URLs of the target at `url`, each once, starting with `url`. */
export function allBaseUrls(url: string, { baseUrls = {} }: Vocabulary): readonly string[] {
  return [...new Set([url, ...Object.values(baseUrls)])]
}

/** Requirements on the form of the credential. Requests with another form do not test them. */
const aboutForm: Readonly<Record<Area, readonly string[]>> = {
  images: [
    'images.key-as-bearer',
    'images.generate-not-bearer-rejected',
    'images.edit-not-bearer-rejected',
    'images.variation-not-bearer-rejected',
  ],
  'token-usage': ['usage.not-bearer-status', 'usage.not-bearer-message'],
  'content-generation': ['content.key-in-query'],
  messages: ['messages.key-in-header', 'messages.key-invalid-rejected'],
}

/**
 * Returns the requirements that a run excludes because keys have another form than section 5 states. Such a run cannot
 * show whether the specified form is accepted or rejected (ADR 5).
 */
export function leftOutForForms({ credential = {} }: Vocabulary, wanted: readonly string[]): readonly Skipped[] {
  return areas
    .filter((area) => wanted.includes(area))
    .flatMap((area) => {
      const form = credential[area]
      if (form === undefined) return []
      const [sent, specified] = [formsInWords[form], formsInWords[specifiedForms[area]]]
      const reason = `the key of ${area} is sent as the ${sent}, not as the ${specified} of the specification`
      return aboutForm[area].map((requirements) => ({ requirements, reason }))
    })
}
