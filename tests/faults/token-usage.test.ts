import { testFaultsOf } from './exact.ts'

testFaultsOf('token-usage', 1)
