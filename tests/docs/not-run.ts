/** The reason why commands of a page about containers do not run here. */
const pipelines = 'tests/pipelines carries out the Dockerfile and the manifests; here is neither Docker nor a cluster'

/** Commands of the documentation that the test does not run, each with the reason. */
export const notRun: ReadonlyMap<string, string> = new Map([
  ['npm ci && npm run certify', 'CI runs both (.ci/run); here they would replace the packages that the tests use'],
  ['npm ci && npm test', 'CI runs it (.ci/run); here it would run itself'],
  ['npm ci && npm pack', 'tests/package packs it'],
  ['npm run gallery', 'it installs gateways of other projects and judges each; tests/strangers judges the same'],
  ['npm install --save-dev ./model-gateway-conformance-0.1.0.tgz', 'tests/package installs the packed archive'],
  ['npm install --save-dev ./model-gateway-conformance-0.1.0.tgz vitest', 'tests/package installs the packed archive'],
  [
    'npx --yes --package=./model-gateway-conformance-0.1.0.tgz mgi run http://127.0.0.1:8080',
    'tests/package runs the packed archive',
  ],
  [
    'npm install --save-dev koa@3 @koa/router@15 koa-body@8 sharp@0.35',
    'tests/package installs what the command prints',
  ],
  ['docker build -t registry.example/mgi:0.1.0 .', pipelines],
  [
    'docker run --rm --read-only --tmpfs /tmp -v "$PWD/reports:/reports" -e MGI_API_KEY registry.example/mgi:0.1.0 run http://gateway:8080',
    pipelines,
  ],
  ['kubectl create secret generic mgi-gateway --from-literal=key="$MGI_API_KEY"', pipelines],
  ['kubectl apply -k deploy/kubernetes', pipelines],
  ['sh deploy/kubernetes/wait.sh', pipelines],
  ['kubectl delete -k deploy/kubernetes', pipelines],
  ['kubectl create secret generic mgi-keys --from-file=keys/', pipelines],
  ['kubectl apply -k deploy/kubernetes/nightly', pipelines],
  [
    "npx mgi watch URL --on-change src --restart 'node src/main.js'",
    'conformance/product/cli/watch/restart.test.ts runs it; here a gateway listens at that address already',
  ],
  [
    `npx mgi watch http://127.0.0.1:8080 --key test-key --on-change src --restart 'node src/main.js'`,
    'conformance/product/cli/watch/restart.test.ts runs it; here a gateway listens at that address already',
  ],
])
