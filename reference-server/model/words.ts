import { pick, type RandomSource } from './random.ts'

const words =
  `amber anchor apple arch autumn badge bamboo barley basil beacon bench birch blanket blossom bottle branch bridge
brook bucket button cabin candle canvas carpet cedar chalk cherry circle cliff clover coast copper corner cotton cradle crystal
daisy dawn desk dolphin drum echo ember engine evening fabric falcon feather fern field flute forest fountain garden ginger
glacier glass grain granite grove hammer harbour harvest hazel hill honey horizon island ivory jacket jasmine journey kettle
ladder lagoon lake lantern lavender lemon library linen maple marble meadow melody mirror mountain notebook oak ocean olive
orchard otter paper pebble pencil pepper pine planet pocket pond prairie quartz quilt rain raven ribbon river saddle sail
shore silver sparrow spring station stone summer teapot thread timber tulip valley velvet violin walnut water willow window
winter wood yarn`.split(/\s+/)

export function word(random: RandomSource): string {
  return pick(random, words)
}

/** Returns several words, separated by spaces. */
export function phrase(random: RandomSource, count: number): string {
  let text = word(random)
  for (let said = 1; said < count; said++) text += ` ${word(random)}`
  return text
}
