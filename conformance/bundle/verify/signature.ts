import type { KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Report } from '../../model/report.ts'
import { attestationName, manifestName } from '../contents.ts'
import { listed } from '../digests.ts'
import { type Envelope, envelopeFrom, keyIdOf, opened } from '../dsse.ts'
import type { Manifest } from '../manifest.ts'
import { payloadType, statementOf } from '../statement.ts'
import { type Answer, no, unasked, yes } from './answer.ts'

/** Whether a key vouches for this bundle, or at least whether what is signed is this bundle. */
export async function signatureAnswers(
  folder: string,
  manifest: Manifest,
  report: Report,
  key: KeyObject | undefined,
): Promise<readonly Answer[]> {
  const file = join(folder, attestationName)
  if (!existsSync(file)) return [key === undefined ? unasked('it is not signed') : no('it is not signed')]
  const envelope = envelopeIn(file)
  if (envelope === undefined) return [no(`${attestationName} is no DSSE envelope`)]
  if (envelope.payloadType !== payloadType)
    return [no(`${attestationName} holds ${JSON.stringify(envelope.payloadType).slice(0, 80)}`)]
  const expected = statementOf(report, [...manifest.files, await listed(folder, manifestName)])
  if (!isDeepStrictEqual(parsed(Buffer.from(envelope.payload, 'base64')), JSON.parse(JSON.stringify(expected))))
    return [no('what is signed is not this bundle')]
  if (key === undefined) return [unasked(`it is signed by ${signers(envelope)}; --key PUB.pem says whether that is so`)]
  const isVouchedFor = opened(envelope, key) !== undefined
  return [isVouchedFor ? yes(`${keyIdOf(key).slice(0, 16)} vouches for it`) : no('it is not signed by this key')]
}

function envelopeIn(file: string): Envelope | undefined {
  return envelopeFrom(parsed(readFileSync(file)))
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/** Whoever wrote the file wrote these: they may be anything. */
function signers({ signatures }: Envelope): string {
  const shown = signatures.map(
    ({ keyid }) =>
      String(keyid)
        .replace(/[^0-9a-zA-Z]/g, '')
        .slice(0, 16) || 'nobody named',
  )
  return shown.slice(0, 3).join(', ') || 'nobody'
}
