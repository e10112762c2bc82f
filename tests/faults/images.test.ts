import { testFaultsOf } from './exact.ts'

testFaultsOf('images', 4)
