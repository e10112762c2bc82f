import { rootCertificates } from 'node:tls'

/** The certificates of a connection, as PEM text. */
export interface Tls {
  /** Additional trusted certificate authorities. */
  readonly ca?: string
  /** The client's own certificate, and its private key. */
  readonly cert?: string
  readonly key?: string
  /** `false` disables verification of the server's certificate. */
  readonly verify?: boolean
}

/** Returns the options of `tls.connect`. */
export function tlsOptions({ ca, cert, key, verify }: Tls = {}) {
  return {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    cert,
    key,
    ...(verify === false ? { rejectUnauthorized: false } : {}),
  }
}
