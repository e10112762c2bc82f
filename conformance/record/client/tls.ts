import { rootCertificates } from 'node:tls'

/** How a target proves who it is, and the client to the target. Everything is PEM text. */
export interface Tls {
  /** Certificates of authorities that are trusted beside the usual ones. */
  readonly ca?: string
  /** The client's own certificate, and its private key. */
  readonly cert?: string
  readonly key?: string
  /** `false`: whoever answers is believed. */
  readonly verify?: boolean
}

/** The same in the words of `tls.connect`. */
export function tlsOptions({ ca, cert, key, verify }: Tls = {}) {
  return {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(verify === false ? { rejectUnauthorized: false } : {}),
  }
}
