/** Commands of the documentation that the test does not run, each with the reason. */
export const notRun: ReadonlyMap<string, string> = new Map([
  ['npm ci && npm run certify', 'CI runs both (.ci/run); here they would replace the packages that the tests use'],
  ['npm ci && npm test', 'CI runs it (.ci/run); here it would run itself'],
  ['npm install --save-dev model-gateway-conformance', 'tests/package installs the packed archive'],
  ['npm install --save-dev model-gateway-conformance vitest', 'tests/package installs the packed archive'],
  [
    'npm install --save-dev koa@3 @koa/router@15 koa-body@8 sharp@0.35',
    'tests/package installs what the command prints',
  ],
])
