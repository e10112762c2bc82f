import { existsSync, type FSWatcher, readdirSync, realpathSync, watch } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { factsOf } from '../../../core/files/file-facts.ts'

export interface FileListeners {
  /** Called with the absolute path of a file or folder that was written, replaced, created or deleted. */
  readonly onChange: (file: string) => void
  readonly onTrouble: (text: string) => void
  /** Returns whether a path below the watched one is left out. */
  readonly isIgnored: (file: string) => boolean
}

/** A watched folder. Another folder with its name has another `inode`. */
interface Watched {
  readonly watcher: FSWatcher
  readonly inode: number | undefined
}

/**
 * Watches a file, or a folder with all folders in it. A watch of a file would end when an editor or `git checkout` puts
 * another file in its place, so only folders are watched, and those around the path. Returns a function that ends it.
 */
export function watchPath(path: string, { onChange, onTrouble, isIgnored }: FileListeners): () => void {
  const { inodeWatched, open, forget, close } = startFolders(onTrouble)
  const follow = (folder: string): void => {
    if (isIgnored(folder)) return
    forget(folder)
    open(folder, folder, (name) => {
      const changed = entryOf(folder, name)
      if (isIgnored(changed)) return
      // A new folder may have the inode of the deleted one.
      if (name !== null && changed === folder) forget(folder)
      refresh(changed)
      onChange(changed)
    })
    for (const name of foldersIn(folder)) follow(join(folder, name))
  }
  /** Watches a folder that is new or replaces another one, and forgets one that is gone. */
  const refresh = (entry: string): void => {
    const inode = inodeOf(entry)
    if (inode === undefined) forget(entry)
    else if (inodeWatched(entry) !== inode) follow(entry)
  }
  // The key is no path below the watched one.
  for (const place of new Set([path, realpathSync(path)]))
    open(`around ${place}`, dirname(place), (name) => {
      if (name !== basename(place) || isIgnored(path)) return
      refresh(path)
      onChange(path)
    })
  refresh(path)
  return close
}

/** Watches single folders, by key. Reports only the first error. */
function startFolders(onTrouble: FileListeners['onTrouble']) {
  const watched = new Map<string, Watched>()
  let isReported = false
  const onError = (folder: string, { code, message }: NodeJS.ErrnoException): void => {
    if (isReported || !existsSync(folder)) return
    isReported = true
    onTrouble(`${folder} is not watched (${code ?? message})`)
  }
  return {
    inodeWatched: (key: string): number | undefined => watched.get(key)?.inode,
    open(key: string, folder: string, onEntry: (name: string | null) => void): void {
      watched.get(key)?.watcher.close()
      try {
        const watcher = watch(folder, (_event, name) => onEntry(name))
        watcher.on('error', (error) => onError(folder, error))
        watched.set(key, { watcher, inode: inodeOf(folder) })
      } catch (error) {
        onError(folder, error as NodeJS.ErrnoException)
      }
    },
    forget(folder: string): void {
      for (const [key, { watcher }] of watched) {
        if (!`${key}${sep}`.startsWith(`${folder}${sep}`)) continue
        watcher.close()
        watched.delete(key)
      }
    },
    close(): void {
      for (const { watcher } of watched.values()) watcher.close()
    },
  }
}

/** Returns the path of an entry. A folder that is deleted or moved is announced by its own name. */
function entryOf(folder: string, name: string | null): string {
  if (name === null) return folder
  const entry = join(folder, name)
  return name === basename(folder) && !existsSync(entry) ? folder : entry
}

/** Returns the inode of a folder, or `undefined` if there is no folder at a path. */
function inodeOf(path: string): number | undefined {
  const found = factsOf(path)
  return found?.isDirectory() === true ? found.ino : undefined
}

/** Lists the folders in a folder, without links, which may lead in a circle. */
function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  } catch {
    return []
  }
}
