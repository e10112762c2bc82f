/** Returns the config file that `mgi init` writes. `schema` is the reference to its schema for editors. */
export function configText(schema: string): string {
  return `# yaml-language-server: $schema=${schema}
#
# What \`mgi run\` is to do. Options of the command line win over this file. Every text may hold \${NAME}, which stands
# for an environment variable; $\${ stands for a plain \${. Relative paths are relative to this file.

# The base URL of the gateway: the part of the address before /v1/messages.
target: http://127.0.0.1:8080

# The API key. Name an environment variable: this file can be shared, a key cannot.
key: \${MGI_API_KEY}

# Keys of areas that have one of their own.
# keys:
#   images: \${MGI_IMAGES_KEY}

# The areas to judge; all four when left out.
# areas: [images, token-usage, content-generation, messages]

# What the gateway calls the models. A model left out is asked for by the name on the left; for the two text areas
# that is content-model-1 and messages-model-1. The three image models need names of their own, since the specification requires
# different things of them; the two text areas may share one.
# models:
#   image-model-1: vendor-image-small
#   image-model-2: vendor-image-large
#   image-model-multi: vendor-image-edit
#   content-generation: vendor-text-a
#   messages: vendor-text-b

# What the gateway calls these two headers of the messages endpoint, and the value of the first.
# headers:
#   provider-version: vendor-version
#   provider-beta: vendor-beta
# version: "2023-06-01"

# How the gateway takes the key, in areas where it differs from the specification: query (the parameter key), bearer,
# x-api-key or x-goog-api-key. What the specification requires of its own form is then not tested, and reports say so.
# credential:
#   content-generation: bearer

# Base URLs of areas that do not live below target. A key is sent to the base URL of its area only.
# baseUrls:
#   images: https://images.example/api

# Members that the gateway needs in every request of an operation although the specification does not require them. They are
# used where the plain request of the operation is not served, which stays a failure.
# requests:
#   messages.create:
#     body: { metadata: { user_id: team-1 } }

# Additional headers, for every request or for the requests of one area. What comes from an environment variable is
# secret; what is written out is not, unless it is marked.
# extraHeaders:
#   all:
#     x-tenant: \${TENANT}
#   images:
#     x-pool: { value: pictures, secret: true }

# Vendors (anthropic, google, openai) whose usual header names and paths are those of recorded traffic, for mgi check.
# vendorHeaders: [anthropic]

# What the gateway does not have: endpoints (images.generate, images.edit, images.variation, usage.token,
# content.generate, content.stream, messages.create, messages.stream) and abilities (audio-in, video-in, pdf-in,
# image-out, speech, code-execution, thinking, logprobs, dated-tools, multi-image, prefill). Their requirements do not
# count; one request each finds out whether the declaration is right.
# unsupported: [speech, images.variation]

# Requirements that are left out, by a glob of their ids, each with the reason that reports show. Requests that only they
# need are not sent, and the run counts as limited.
# skip:
#   - requirements: messages.*-rejected
#     reason: the gateway passes requests on without validating them

# Beta features that the gateway knows, two at least.
# betas: [vendor-beta-1, vendor-beta-2]

# What the gateway speaks with, where it does.
# speech:
#   model: vendor-speech
#   voice: vendor-voice
#   languageCode: en-US

# Origins, beside the gateway's own, from which returned images may be fetched.
# images:
#   fetchOrigins: [https://images.example]

# How the gateway is reached: your own authority, a client certificate, a proxy.
# tls:
#   ca: certificates/authority.pem
#   cert: certificates/client.pem
#   key: certificates/client.key
#   verify: true
# proxy: http://proxy.example:3128

# Requirements of your own (defineRequirement), judged besides.
# plugins: [./acme-requirements.js]

# Patterns (RE2) of what is written to no file and screen: «masked» stands in its place.
# mask: ["customer-[0-9]+"]

# The profile: smoke takes seconds, standard is the certification, thorough is exhaustive.
profile: standard
# seed: 1                 # or random: a new one for each run
# shard: 1/4              # only this part of the plan; mgi merge joins the parts
# explore: 500            # go on drawing requests: so many more, or so long (10m)
# examples: [./requests.json]   # requests of your own that are tried first
# requirements: ["messages.stream-*"]

# Bounds: requests in flight, requests a second, requests, accepted model calls and images in all, seconds in all and for one.
# concurrency: 4
# rate: 5
# maxRequests: 2000
# maxBilled: 300
# maxImages: 100
# maxTime: 30m
# timeout: 60

# Whether a failed implied requirement fails the run.
# strict: false

# Clients that the report has a line about, from experiments with their libraries. The gate \`clients\` makes the exit
# status follow that line.
# clients: [anthropic-sdk, google-genai]
# gateOn: verdict

# Known failures, which do not fail the run: a file with a list, or the list itself.
# \`mgi run --write-known-failures FILE\` writes one.
# knownFailures:
#   - requirement: messages.stop-sequence-agrees
#     reason: fixed in release 2.4, which is not rolled out yet
#     owner: gateway-team
#     link: https://tracker.example/GW-17
#     expires: 2030-01-31

# What reports call the gateway, and which version of it is tested.
# label: Acme Gateway
# targetVersion: 4.2.0

# Where reports and evidence go, and which reports are written.
# out: mgi-report
# reporters: [json, html, junit=ci/junit.xml, markdown=-]

# How much is printed: errors only, or every finding; a summary when both are left out.
# quiet: true
# verbose: true

# What mgi watch does beside the runs: what sets one off, how the gateway is started, the port of its page.
# watch:
#   onChange: [src]
#   restart: node src/main.js
#   port: 8090

# Where this suite's documentation site is: reports link each requirement to its page.
# docs: https://docs.example/mgi/
`
}
