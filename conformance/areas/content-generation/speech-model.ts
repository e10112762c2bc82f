/** The label of the model that speaks; what it is called is the user's to say. */
export const speechModel = 'speech-model-1'
