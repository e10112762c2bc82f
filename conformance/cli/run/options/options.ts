import { areas, profiles } from '../../../model/vocabulary.ts'
import { reporterHelp } from '../../report/destinations.ts'

/** The options of `mgi run`. */
export const runOptionSpecs = {
  key: { type: 'string', value: 'K', help: 'The API key; better in the environment as MGI_API_KEY.' },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'What defines the run (default mgi.config.yaml, .yml or .json, if there is one).',
  },
  area: { type: 'string', value: 'LIST', multiple: true, help: `Only these areas: ${areas.join(',')}.` },
  requirement: {
    type: 'string',
    value: 'GLOB',
    multiple: true,
    help: 'Only requirements whose id matches; repeatable.',
  },
  profile: { type: 'string', value: 'P', help: `How much to send: ${profiles.join(', ')} (default standard).` },
  seed: { type: 'string', value: 'N', help: 'What random requests are drawn from (default 1).' },
  concurrency: { type: 'string', value: 'N', help: 'Requests in flight at the same time (default 4).' },
  rate: { type: 'string', value: 'R', help: 'The most requests a second (default: no limit).' },
  'max-requests': { type: 'string', value: 'N', help: 'The most requests to send.' },
  'max-billed': { type: 'string', value: 'N', help: 'The most model calls that the target may accept.' },
  'max-time': { type: 'string', value: 'S', help: 'Seconds after which no more is sent.' },
  timeout: { type: 'string', value: 'S', help: 'Seconds that one exchange may take (default 60).' },
  'allow-origin': {
    type: 'string',
    value: 'URL',
    multiple: true,
    help: "Fetch images that replies name on this origin too, beside the target's own; repeatable.",
  },
  ca: { type: 'string', value: 'FILE', help: 'PEM file of an authority to trust, beside the usual ones.' },
  cert: { type: 'string', value: 'FILE', help: 'PEM file of a client certificate; with --cert-key.' },
  'cert-key': { type: 'string', value: 'FILE', help: 'PEM file of its private key.' },
  insecure: { type: 'boolean', help: 'Believe whoever answers: do not check the certificate of the target.' },
  proxy: { type: 'string', value: 'URL', help: 'The proxy to go through (else HTTPS_PROXY, HTTP_PROXY, NO_PROXY).' },
  strict: { type: 'boolean', help: 'A broken rule that the document only implies counts as a fail.' },
  'no-strict': { type: 'boolean', help: 'The opposite, where the config file says strict.' },
  'known-failures': {
    type: 'string',
    value: 'FILE',
    help: 'A list of what is known to fail and does not fail the run.',
  },
  'write-known-failures': { type: 'string', value: 'FILE', help: 'Write such a list of what failed in this run.' },
  shard: {
    type: 'string',
    value: 'I/N',
    help: 'Send only the I-th of N shares of the plan; mgi merge judges all together.',
  },
  plan: { type: 'boolean', help: 'Say what would be sent and what it would cost, and send nothing.' },
  replay: { type: 'string', value: 'CASE', help: 'Send one case of the evidence in --out again and compare.' },
  out: { type: 'string', value: 'DIR', help: 'Where reports and evidence go (default mgi-report).' },
  reporter: {
    type: 'string',
    value: 'LIST',
    multiple: true,
    help: `${reporterHelp.list} ${reporterHelp.usual}`,
  },
  quiet: { type: 'boolean', help: 'No progress and no summary, only errors.' },
} as const
