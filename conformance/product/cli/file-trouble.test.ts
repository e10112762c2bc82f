import { expect, test } from 'vitest'
import { capturedIo } from './captured-io.fixture.ts'
import { failure } from './run-cli.ts'

test.each([
  [
    { code: 'ENOSPC', syscall: 'write', path: '/out/exchanges.ndjson' },
    /^mgi: \/out\/exchanges\.ndjson cannot be written \(ENOSPC\): [^\n]+\n$/,
  ],
  [{ code: 'EMFILE', syscall: 'open', path: '/chunk.js' }, /^mgi: \/chunk\.js cannot be opened \(EMFILE\): [^\n]+\n$/],
])('trouble with files ends with 3 and one line, which is not called an internal error', (members, line) => {
  const io = capturedIo()
  expect(failure(Object.assign(new Error('of the system'), members), io)).toBe(3)
  expect(io.err()).toMatch(line)
})
