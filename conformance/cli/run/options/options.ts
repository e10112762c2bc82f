import { formats } from '../../../../reports/formats.ts'
import { areas, profiles } from '../../../model/vocabulary.ts'
import { reporterHelp } from '../../../report/destinations.ts'
import { gates } from '../../../report/exit-code.ts'
import { inGroup, type Values } from '../../command.ts'
import { docsOption } from '../../options/docs.ts'
import { maskOption } from '../../options/mask.ts'
import { printedOptionSpecs } from '../../report/reporting.ts'

/** The options of `mgi run`. */
export const runOptionSpecs = {
  key: { type: 'string', value: 'K', help: 'The API key; prefer the environment variable MGI_API_KEY.' },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'The config file (default mgi.config.yaml, .yml or .json, if it exists).',
  },
  ...inGroup('What is sent', {
    area: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      choices: areas,
      help: `Only these areas: ${areas.join(', ')}.`,
    },
    requirement: {
      type: 'string',
      value: 'GLOB',
      multiple: true,
      help: 'Only requirements whose id matches; repeatable.',
    },
    plugin: {
      type: 'string',
      value: 'FILE',
      multiple: true,
      help: 'An ES module with requirements of your own (defineRequirement); repeatable.',
    },
    profile: {
      type: 'string',
      value: 'P',
      choices: profiles,
      help: `How much to send: ${profiles.join(', ')} (default standard).`,
    },
    seed: {
      type: 'string',
      value: 'N',
      help: 'What requests are drawn from (default 1); random draws the seed and prints it.',
    },
    explore: {
      type: 'string',
      value: 'N|TIME',
      help: 'Go on drawing requests when the plan is done: so many more (500), or so long (90s, 10m, 2h).',
    },
    shard: {
      type: 'string',
      value: 'I/N',
      help: 'Send only part I of N of the plan; mgi merge joins the parts.',
    },
    plan: { type: 'boolean', help: 'Show what would be sent and its maximum cost; send nothing.' },
    replay: {
      type: 'string',
      value: 'CASE',
      help: 'Send one case of the evidence in --out again and compare the results (without URL: to its target).',
    },
  }),
  ...inGroup('Limits', {
    'max-requests': { type: 'string', value: 'N', help: 'Maximum number of requests.' },
    'max-billed': {
      type: 'string',
      value: 'N',
      help: 'Maximum number of accepted (billed) model calls (default 40, 300 or 1000, by profile).',
    },
    'max-images': {
      type: 'string',
      value: 'N',
      help: 'Maximum number of generated (billed) images (default 20, 100 or 500, by profile).',
    },
    'max-time': {
      type: 'string',
      value: 'TIME',
      help: 'Time after which no further request is sent, such as 90s, 10m or 2h.',
    },
  }),
  ...inGroup('How it is sent', {
    concurrency: { type: 'string', value: 'N', help: 'Concurrent requests (default 4).' },
    rate: { type: 'string', value: 'R', help: 'Maximum requests per second (default: no limit).' },
    timeout: { type: 'string', value: 'TIME', help: 'Timeout of one exchange, such as 30s or 5m (default 60s).' },
    'allow-origin': {
      type: 'string',
      value: 'URL',
      multiple: true,
      help: 'Also fetch images from this origin; repeatable (default: the origin of the target only).',
    },
    ca: { type: 'string', value: 'FILE', help: 'PEM file of an additional certificate authority to trust.' },
    cert: { type: 'string', value: 'FILE', help: 'PEM file of a client certificate; with --cert-key.' },
    'cert-key': { type: 'string', value: 'FILE', help: 'PEM file of the private key; with --cert.' },
    insecure: { type: 'boolean', help: 'Disable TLS certificate verification (unsafe).' },
    proxy: { type: 'string', value: 'URL', help: 'HTTP proxy (default: HTTPS_PROXY, HTTP_PROXY, NO_PROXY).' },
  }),
  ...inGroup('Verdict', {
    strict: { type: 'boolean', help: 'A failed implied requirement fails the run.' },
    'no-strict': { type: 'boolean', help: 'Disable strict mode that the config file enables.' },
    clients: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: 'Also state what is known to break these clients; docs/clients.md lists them.',
    },
    'gate-on': {
      type: 'string',
      value: 'WHAT',
      choices: gates,
      help: `What decides the exit status: ${gates.join(', ')} (default verdict); clients needs --clients.`,
    },
    'known-failures': {
      type: 'string',
      value: 'FILE',
      help: 'A list of known failures, which do not fail the run.',
    },
    'write-known-failures': { type: 'string', value: 'FILE', help: 'Write the failures of this run as such a list.' },
  }),
  ...inGroup('Reports', {
    out: { type: 'string', value: 'DIR', help: 'Folder for reports and evidence (default mgi-report).' },
    docs: docsOption,
    label: { type: 'string', value: 'NAME', help: 'What reports call the gateway.' },
    'target-version': { type: 'string', value: 'V', help: 'Which version of the gateway is tested, for the reports.' },
    mask: maskOption,
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      choices: formats,
      help: `${reporterHelp.list} ${reporterHelp.usual}`,
    },
    ...printedOptionSpecs,
  }),
} as const

/** The arguments of `mgi run`, by option. */
export type RunValues = Values<typeof runOptionSpecs>
