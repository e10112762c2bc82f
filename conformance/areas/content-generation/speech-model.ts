/** The label of the speech model. The user configures its name. */
export const speechModel = 'speech-model-1'
