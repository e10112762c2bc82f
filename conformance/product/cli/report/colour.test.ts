import { expect, test } from 'vitest'
import { capturedIo } from '../captured-io.fixture.ts'
import { hasColour } from './write-reports.ts'

test.each([
  [true, {}, true],
  [false, {}, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: 'false' }, false],
  [true, { FORCE_COLOR: '' }, true],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  [true, { TERM: 'dumb' }, false],
])('a terminal (%s) with %j has colours: %s', (isTTY, env, wanted) => {
  expect(hasColour(capturedIo({ isTTY, env }))).toBe(wanted)
})
