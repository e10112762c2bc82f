import { inGroup, type Values } from '../../command.ts'
import { configOptionSpecs } from './config-options.ts'

/** The options of `mgi run`. Those for members of the config come from its schema (`x-option`). */
export const runOptionSpecs = {
  key: { type: 'string', value: 'K', help: 'The API key; prefer the environment variable MGI_API_KEY.' },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'The config file (default mgi.config.yaml, .yml or .json, if it exists).',
  },
  ...configOptionSpecs,
  ...inGroup('What is sent', {
    plan: { type: 'boolean', help: 'Show what would be sent and its maximum cost; send nothing.' },
    replay: {
      type: 'string',
      value: 'CASE',
      help: 'Send one case of the evidence in --out again and compare the results (without URL: to its target).',
    },
  }),
  ...inGroup('How it is sent', {
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
  }),
  ...inGroup('Behind the gateway', {
    upstream: {
      type: 'string',
      value: 'PORT',
      help: 'Also play the provider behind the gateway, at this port, and judge what the gateway passes on (docs/upstream.md). Needs the packages of the reference server (docs/install.md).',
    },
    'upstream-host': {
      type: 'string',
      value: 'HOST',
      help: 'The address at which the upstream listens (default 127.0.0.1, which only this machine reaches).',
    },
    'upstream-key': {
      type: 'string',
      value: 'K',
      help: 'The key that the gateway sends to the upstream (default: MGI_UPSTREAM_KEY, or a new one, which the first line shows).',
    },
  }),
  ...inGroup('Verdict', {
    'no-strict': { type: 'boolean', help: 'Disable strict mode that the config file enables.' },
    'write-known-failures': {
      type: 'string',
      value: 'FILE',
      help: 'Write the failures of this run as a list of known failures.',
    },
  }),
} as const

/** The arguments of `mgi run`, by option. */
export type RunValues = Values<typeof runOptionSpecs>
