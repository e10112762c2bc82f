import { testFaultsOf } from '../faults/exact.ts'

/** The last takes requests that only a configured run sends. */
testFaultsOf('messages', 7, ['messages-repeated-beta-refused'])
