import { ask, question, turn } from './build.ts'

export const functions = question('What is the weather?', {
  tools: [{ functionDeclarations: [{ name: 'get_weather' }] }],
  toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
})

/** Forces a function with arguments. The question and the order of the declarations both suggest another function. */
export const chosenFunction = question('What time is it in Oslo?', {
  tools: [
    {
      functionDeclarations: [
        { name: 'get_time', description: 'Gives the time of day.' },
        {
          name: 'get_weather',
          description: 'Gives the weather of a city.',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
      ],
    },
  ],
  toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_weather'] } },
})

/** A call with its response. */
export const functionResponse = ask({
  contents: [
    turn('user', { text: 'What time is it in Oslo?' }),
    turn('model', { functionCall: { name: 'get_time' } }),
    turn('user', { functionResponse: { name: 'get_time', response: { time: 'noon' } } }),
  ],
  tools: [{ functionDeclarations: [{ name: 'get_time' }] }],
})

export const codeExecution = question('What is the sum of the first ten primes? Run code.', {
  tools: [{ codeExecution: {} }],
})

/** Code that was run in an earlier turn. */
export const codeHistory = ask({
  contents: [
    turn('user', { text: 'What is 2 + 2? Run code.' }),
    turn(
      'model',
      { executableCode: { language: 'PYTHON', code: 'print(2 + 2)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK' } },
      { text: 'It is 4.' },
    ),
    turn('user', { text: 'And 3 + 3?' }),
  ],
  tools: [{ codeExecution: {} }],
})
