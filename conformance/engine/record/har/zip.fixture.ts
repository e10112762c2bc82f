import { Buffer } from 'node:buffer'
import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a zip. */
export interface Part {
  readonly name: string
  readonly text: string
  /** The stated length, which may be wrong. */
  readonly size?: number
}

/** For tests: returns a zip in the format of PKWARE. Its stated lengths may be wrong. */
export function zipOf(parts: readonly Part[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, text, size = Buffer.byteLength(text) } of parts) {
    const [data, bytes] = [deflateRawSync(text), Buffer.from(name)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(text), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(bytes.length, 22)
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, bytes, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, bytes)
    local.push(header)
    offset += header.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
