import { speechModel } from '../areas/content-generation/probes/speech.ts'
import { formsInWords, specifiedForms } from '../model/credential.ts'
import { type Area, areas } from '../model/vocabulary.ts'
import type { Skipped, Vocabulary } from '../record/evidence/frame.ts'
import type { Config, LoadedConfig } from './config.ts'
import { targetUrl } from './target-url.ts'

/** The specification's labels of the models that a config file names. */
const labels = {
  'image-model-1': 'image-model-1',
  'image-model-2': 'image-model-2',
  'image-model-multi': 'image-model-multi',
  'content-generation': 'content-model-1',
  messages: 'messages-model-1',
} as const satisfies Record<keyof NonNullable<Config['models']>, string>

/** What a config file says the target calls things, and where and how it differs; `at` tells where a member stands. */
export function vocabularyOf(config: Config, at?: LoadedConfig['at']): Vocabulary {
  const { models, speech, headers, version } = config
  const named = Object.entries(models ?? {}).map(([name, model]) => [labels[name as keyof typeof labels], model])
  const speaking = speech === undefined ? [] : [[speechModel, speech.model]]
  return {
    ...(named.length + speaking.length === 0 ? {} : { models: Object.fromEntries([...named, ...speaking]) }),
    ...(headers === undefined ? {} : { headers }),
    ...(version === undefined ? {} : { version }),
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

/** What `read` makes of the value of each area; none where it makes nothing of it. */
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

/** An object with that member, unless it is empty. */
function memberOf<Name extends string, Value extends object>(
  name: Name,
  value: Value,
): { readonly [name in Name]?: Value } {
  return Object.keys(value).length === 0 ? {} : ({ [name]: value } as { readonly [name in Name]: Value })
}

function baseUrlIn(url: string, area: Area, at: LoadedConfig['at'] | undefined): string {
  return targetUrl(url, at?.(`/baseUrls/${area}`) ?? `baseUrls.${area}`, 'the base URL')
}

/** The base URL of an area of a target that lives at `url`, and of what belongs to no area. */
export function baseUrlOf(area: Area | undefined, url: string, { baseUrls }: Vocabulary): string {
  return (area && baseUrls?.[area]) ?? url
}

/** All base URLs of a target that lives at `url`, each once, its own first. */
export function allBaseUrls(url: string, { baseUrls = {} }: Vocabulary): readonly string[] {
  return [...new Set([url, ...Object.values(baseUrls)])]
}

/** Requirements that are about the form of the credential of their area: no request in another form tests them. */
const aboutForm: Readonly<Record<Area, readonly string[]>> = {
  images: [
    'images.key-as-bearer',
    'images.generate-not-bearer-refused',
    'images.edit-not-bearer-refused',
    'images.variation-not-bearer-refused',
  ],
  'token-usage': ['usage.not-bearer-status', 'usage.not-bearer-message'],
  'content-generation': ['content.key-in-query'],
  messages: ['messages.key-in-header', 'messages.key-invalid-refused'],
}

/**
 * What a run leaves out because keys travel in another form than section 5 says: a run in another form cannot show that
 * the specified one is served or rejected (ADR 16).
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
