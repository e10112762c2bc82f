import type { Report } from '../conformance/core/model/report.ts'

/** Members with enumerated values, which therefore never come from a target. */
const closed: ReadonlySet<string> = new Set([
  ...[
    'verdict',
    'area',
    'outcome',
    'endpoint',
    'dimension',
    'level',
    'profile',
    'source',
    'ended',
    'in',
    'operation',
    'operations',
    'base64',
  ],
  ...['found', 'lacks', 'compares'],
])

/** The states of known failures and features. The grammar state of a stream is free text in a member of the same name. */
const states: ReadonlySet<string> = new Set([
  'excuses',
  'passes',
  'unmatched',
  'expired',
  'untested',
  'works',
  'broken',
  'warned',
  'accepted',
  'not-tested',
])

function isClosed(name: string, value: string): boolean {
  return closed.has(name) || (name === 'state' && states.has(value))
}

/**
 * Replaces all free text of a report, including text of the target, of a vendor's configuration and of the catalogue.
 */
export function poisoned(report: Report, poison: string): Report {
  return replaced(report, '', poison) as Report
}

function replaced(value: unknown, name: string, poison: string): unknown {
  if (typeof value === 'string') return isClosed(name, value) ? value : poison
  if (Array.isArray(value)) return value.map((item) => replaced(item, name, poison))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner, key, poison)]))
}

/** Texts that affect a browser, a terminal, an XML parser or a Markdown renderer if they are not escaped. */
export const poisons = [
  '</script><img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)" x=\'',
  '</pre></details></style><style>*{display:none}</style>',
  '<!-- --><![CDATA[ ]]>&lt;&#0;&amp',
  'javascript:alert(1)',
  '\x1b[2J\x1b]0;title\x07\x9b31m\r\b\x7f',
  'a\u2028b\u2029c\u202ed\u2066e\ufeff',
  '\ud800 \udfff \0 \ufffe \uffff',
  '[link](https://evil.example) ![](x) @someone **b** | x | #1 <b>',
  '\n\n# heading\n- item\n\n```\n',
  '__proto__',
  '',
]
