import { attestationName, copied, manifestName } from '../contents.ts'
import { filesIn, listed } from '../digests.ts'
import type { Manifest } from '../manifest.ts'
import { type Answer, no, yes } from './answer.ts'

/** Whether a bundle holds exactly the files that its manifest lists, each as it was. */
export async function fileAnswers(folder: string, { files }: Manifest): Promise<readonly Answer[]> {
  const { files: there, strange } = filesIn(folder)
  const names = files.map(({ name }) => name)
  const allowed = new Set([...names, manifestName, attestationName])
  const wrong: Answer[] = [
    ...[...copied, 'config.json', 'README.md']
      .filter((name) => !names.includes(name))
      .map((name) => no(`the manifest does not list ${name}`)),
    ...(new Set(names).size === names.length ? [] : [no('the manifest lists a file twice')]),
    ...strange.map((name) => no(`${name} is no plain file`)),
    ...there.filter((name) => !allowed.has(name)).map((name) => no(`${name} is not in the manifest: it was added`)),
    ...names.filter((name) => !there.includes(name)).map((name) => no(`${name} is missing`)),
  ]
  for (const file of files) {
    if (!there.includes(file.name)) continue
    const { sha256, bytes } = await listed(folder, file.name)
    if (sha256 !== file.sha256 || bytes !== file.bytes) wrong.push(no(`${file.name} is not as the manifest has it`))
  }
  return wrong.length > 0 ? wrong : [yes(`${files.length} files are as the manifest has them`)]
}
