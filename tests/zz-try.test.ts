import { catalogue } from '../conformance/catalogue.ts'
import { documentLanguage } from '../conformance/plan/schema/language.ts'
import { prove, subjectOf } from '../conformance/plan/subject.ts'
import { chooseRequests } from '../conformance/generate/choose.ts'
import { itemsOf, pairOf } from '../conformance/generate/items.ts'
import { arbitraries as messages } from '../conformance/areas/messages/arbitraries.ts'
import { arbitraries as content } from '../conformance/areas/content-generation/arbitraries.ts'
import { arbitraries as images } from '../conformance/areas/images/arbitraries.ts'
import { Session } from 'node:inspector/promises'
import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
const arbs: any = { messages, content, images }
test('x', async () => {
const s=new Session(); s.connect(); await s.post('Profiler.enable'); await s.post('Profiler.start')
for (const id of (process.env.OP ?? 'messages.create messages.stream content.generate images.generate images.edit images.variation').split(' ')) {
const operation = catalogue.operations.find((o) => o.id === id)!
const subject = subjectOf(documentLanguage, operation, catalogue, new Set())
const started = performance.now()
const plain = prove(subject, subject.templates[0]!.value)!
const n = Number(process.env.N ?? 40)
const uses = new Set<string>(); let count = 0; const curve: number[] = []; const features = new Set<string>(); const pairs = new Set<string>(); const others = new Set<string>()
for (const { proved, covers } of chooseRequests(subject, arbs[id.split('.')[0]!], 1, plain)) {
  for (const u of proved.uses) uses.add(u); curve.push(covers.length)
  const it = itemsOf(documentLanguage, subject.root!, proved.value); const f = [...it.features]
  for (const o of it.others) others.add(o)
  for (const [i, a] of f.entries()) { features.add(a); for (const b of f.slice(i + 1)) pairs.add(pairOf(a, b)) }
  if (process.env.SHOW) console.log(JSON.stringify(proved.value.body).slice(0, 600))
  if (++count >= n) break }
const acc = catalogue.requirements.filter((r) => r.kind === 'acceptance' && (r.endpoint === id || r.alsoOn?.includes(id as never)))
console.log(id, count, Math.round(performance.now() - started) + 'ms', 'features', features.size, 'pairs', pairs.size, 'others', others.size, 'curve', curve.join(' '))
console.log('unused', acc.map((r) => r.id).filter((r) => !uses.has(r)).join(' '))
if (process.env.OTHERS) console.log([...others].sort().join('\n'))
}
const {profile}=await s.post('Profiler.stop'); writeFileSync('/tmp/w/gen.cpuprofile',JSON.stringify(profile))
})
