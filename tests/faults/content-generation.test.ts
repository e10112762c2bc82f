import { testFaultsOf } from './exact.ts'

testFaultsOf('content-generation', 7)
