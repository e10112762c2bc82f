/** Readings of the image endpoints. */
export default {
  I1: 'That a broken rule of an image request leads to a refusal is implied; its status and body are only noted.',
  I2: 'That a missing or wrong credential leads to a refusal is implied for images; 401 is only noted.',
  I3: 'Null for a field of a create request that may be null acts as leaving it out. Null elsewhere, and empty parts of forms, are open.',
  I4: 'What only `image-model-2` has is refused for the smaller model: implied. Its defaults, spelled out, are open. Models that do not create, or that nobody knows, are refused: implied.',
  I5: 'Each edit that means `image-model-multi` names it and carries a quality of its own. Naming it without such a parameter, and such a parameter without its name, are open.',
  I6: "The default `auto` of an edit's `quality`, spelled out, is open, and so are the pixels of an edit without `size`.",
  I7: 'The bytes decide what a file is, not its declared type. Transparency is missing for certain only without an alpha channel; opaque or partial alpha is open.',
  I8: 'Variations follow the rules for `image-model-1`; other models there are open.',
  I9: 'The carrier that was asked for is there; without asking it is `url`, for variations by implication. The other carrier is absent: implied.',
  I10: 'How many images, how many pixels, an absolute address, and bytes that are an image: implied.',
  I11: 'Addresses in replies come from the target: only http(s) on the target or where the user allows is ever fetched.',
  I12: '`usage` belongs to edits by `image-model-multi` alone. Types of its members are stated, their presence and their sums implied; the unit of `created` is only noted.',
} as const
