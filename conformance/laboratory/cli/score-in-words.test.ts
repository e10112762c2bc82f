import { expect, test } from 'vitest'
import { triggerScoreOf } from '../selftest/score.ts'
import { triggerTrial } from '../selftest/trial.fixture.ts'
import type { Trial } from '../selftest/trial.ts'
import { percent, togetherInWords, triggersInWords } from './score-in-words.ts'

const round: Trial = {
  kind: 'together',
  id: 'token-usage-1',
  faults: ['usage-201', 'usage-bare-list', 'usage-code-missing'],
  areas: ['token-usage'],
  profile: 'standard',
  seed: 7,
  finish: 'missed',
  requests: 1,
  expected: [],
  missing: [],
  surplus: [],
  covered: [],
  undetected: [
    { fault: 'usage-code-missing', hiddenBy: ['usage-bare-list'], said: ['usage.reply-code@usage.token: untested'] },
  ],
}
const score = { size: 3, rounds: 1, shown: 3, detected: 2, covered: 0 }

test('an undetected fault is reported with its blockers and a command to reproduce it', () => {
  expect(togetherInWords([round], score)).toBe(`round token-usage-1 (seed 7): usage-code-missing was not detected
  blocked by   usage-bare-list
  results      usage.reply-code@usage.token: untested
  reproduce    mgi serve --port 8080 --fault usage-201 --fault usage-bare-list --fault usage-code-missing & mgi run http://127.0.0.1:8080 --key test-key --area token-usage --seed 7

together      2 of 3 faults found (66.6 %), 3 at once, 1 gateways
`)
})

test('a fault that only several others block together is reported as such', () => {
  const both: Trial = { ...round, undetected: [{ fault: 'usage-201', hiddenBy: [], said: [] }] }
  expect(togetherInWords([both], score)).toContain(
    '  blocked by   usage-bare-list, usage-code-missing, but by none of them alone\n',
  )
})

test('percentages are rounded down, so that only a full score is 100 %', () => {
  expect([percent(999, 1000), percent(9999, 10_000), percent(7, 7)]).toEqual(['99.9 %', '99.9 %', '100.0 %'])
})

test('the table has a row per class, and missed faults have a command', () => {
  const trials = [
    triggerTrial(1, 'exact', 2),
    triggerTrial(2, 'missed', 3),
    triggerTrial(3, 'unprovoked', 0),
    triggerTrial(4, 'accused', 1),
  ]
  expect(triggersInWords(triggerScoreOf(trials)!, 4)).toBe(
    [
      'trigger     faults  triggered   detected',
      'value            2     50.0 %     50.0 %',
      'pair             2    100.0 %      0.0 %',
      'all              4     75.0 %     25.0 %',
      'not triggered:',
      '  words 3; effect reject',
      '    mgi selftest --triggers 4 --seed 1 --fault trigger:1:3',
      'triggered, but not detected:',
      '  words 2; effect reject (3 requests met it, 3 replies changed)',
      '    mgi selftest --triggers 4 --seed 1 --fault trigger:1:2',
      '  words 4; effect reject (1 requests met it, 1 replies changed)',
      '    mgi selftest --triggers 4 --seed 1 --fault trigger:1:4',
      'failed on another operation: a@c',
      '    mgi selftest --triggers 4 --seed 1 --fault trigger:1:4',
      '',
    ].join('\n'),
  )
})
