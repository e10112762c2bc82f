import { describeRecorder } from './claims.ts'
import { pythonReady } from './programs.ts'
import { encoded } from './requests.ts'

for (const [serializer, extension] of [
  ['yaml', 'yaml'],
  ['json', 'json'],
] as const) {
  const file = `cassette.${extension}`
  describeRecorder({
    name: `vcrpy, ${serializer}`,
    ready: (home) => pythonReady(home, 'vcrpy_cassette.py', (folder) => [`${folder}/${file}`, serializer], file),
    // Its JSON serializer raises an error for bytes that are not text.
    canRecord: ({ form, json }) => serializer === 'yaml' || (form === undefined && json?.includes(encoded) !== true),
    fixture: `vcrpy.${extension}`,
  })
}
