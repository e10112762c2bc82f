import type { Trial } from './trial.ts'

/** Returns a trial of a drawn fault. Even places have triggers of pairs, odd ones of values. */
export function triggerTrial(place: number, finish: Trial['finish'], shown: number): Trial {
  const task = { kind: 'trigger', areas: ['messages'], profile: 'standard', seed: 1, requests: 9 } as const
  const trigger = { class: place % 2 === 0 ? 'pair' : 'value', words: `words ${place}`, effect: 'reject' } as const
  const surplus = finish === 'accused' ? [{ result: 'a@c', message: '', exchange: '' }] : []
  const counted = { chances: shown, shown, isDetected: finish === 'exact' }
  return { ...task, id: `trigger:1:${place}`, finish, expected: ['a@b'], missing: [], surplus, trigger, ...counted }
}
