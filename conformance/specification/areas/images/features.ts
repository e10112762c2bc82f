import { itemsOf, member } from '../../../../schemas/json.ts'
import type { Feature } from '../../../core/model/feature.ts'
import type { Observation } from '../../../core/model/observation.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { featuresOfRejections, isServedWhole } from '../features.ts'

function showsPicture(seen: Observation): boolean {
  const pictures = itemsOf(member(seen.json, 'data'))
  return (
    isServedWhole(seen) && pictures.some((one) => typeof (member(one, 'url') ?? member(one, 'b64_json')) === 'string')
  )
}

function pictures(id: string, name: string, operation: Endpoint): Feature {
  return { id, name, asks: (seen) => seen.operation.id === operation, shows: showsPicture }
}

export const imagesFeatures: readonly Feature[] = [
  pictures('pictures-made', 'Pictures made', 'images.generate'),
  pictures('pictures-edited', 'Pictures edited', 'images.edit'),
  pictures('pictures-varied', 'Pictures varied', 'images.variation'),
  ...featuresOfRejections,
]
