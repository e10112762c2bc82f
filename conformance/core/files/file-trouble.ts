/** The errors of the file system that neither the user's arguments nor the suite cause. */
const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space, or name another folder',
  EDQUOT: 'the quota of the disk is used up; free some space, or name another folder',
  EFBIG: 'the file is larger than the system allows; raise the limit (ulimit -f)',
  EIO: 'the disk does not work; name another folder',
  EROFS: 'the disk cannot be written; name another folder',
  EMFILE: 'this process may not open more files; raise the limit (ulimit -n)',
  ENFILE: 'the system cannot open more files; close other programs',
}

/** Describes trouble of the file system in one line with its file. Returns `undefined` for any other error. */
export function fileTroubleInWords(error: unknown): string | undefined {
  const { code = '', path, syscall = '' } = Object(error) as NodeJS.ErrnoException
  const cause = Object.hasOwn(causes, code) ? causes[code] : undefined
  if (cause === undefined) return undefined
  const verb = /open|read|stat|scandir/.test(syscall) ? 'opened' : 'written'
  return `${path ?? 'a file'} cannot be ${verb} (${code}): ${cause}`
}
