import { testFaultsOf } from '../faults/exact.ts'

/** The last is told only by sending a large file alone. */
testFaultsOf('images', 4, ['refuse:images.edit-image-4-mb-accepted'])
