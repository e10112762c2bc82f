/** The label of a model that does not exist. */
export const unknownModelLabel = 'no-such-model'

/** The name that is sent for it, which no gateway knows. */
export const unknownModelName = 'no-such-model-5f0c7e31'
