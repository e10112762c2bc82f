import { testFaultsOf } from './exact.ts'

testFaultsOf('messages', 7)
