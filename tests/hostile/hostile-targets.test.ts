import { test } from 'vitest'
import { hostiles } from './hostiles.ts'
import { runMgiHere } from './run-mgi.ts'
import { survives } from './survives.ts'

test.each(
  hostiles.filter(({ isHeavy }) => isHeavy !== true),
)('a run ends by itself, whole and discreet, against a target that $name', (hostile) => survives(hostile, runMgiHere))
