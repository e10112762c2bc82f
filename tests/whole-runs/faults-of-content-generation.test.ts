import { testFaultsOf } from '../faults/exact.ts'

/** The last takes a request that only a configured run sends. */
testFaultsOf('content-generation', 7, ['overlook:content.language-code-unsupported-refused'])
