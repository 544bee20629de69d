import { access, constants, mkdir } from 'node:fs/promises'
import type { StorageLocation } from '../../config/storage-location.ts'
import { diskAt, writeAndSync } from '../../storage/disk.ts'
import { type Anchor, anchorName, readAnchorName } from './anchor.ts'

/** The folder or bucket of `AUDIT_ANCHOR_URL`. Each anchor is a new object; none is ever replaced. */
export interface AnchorStorage {
  write: (anchor: Anchor) => Promise<void>
  list: () => Promise<Anchor[]>
  /** Writes nothing: an anchor is never removed. @throws when the folder is not writable */
  check: () => Promise<void>
}

export function anchorStorageAt(location: StorageLocation): AnchorStorage {
  const disk = diskAt(location)
  return {
    write: async (anchor) => {
      const content = `${JSON.stringify(anchor)}\n`
      const name = anchorName(anchor)
      if (location.kind === 'folder') await writeAndSync(location.folder, name, content)
      else await (await disk()).put(name, content)
    },
    list: async () => {
      const anchors: Anchor[] = []
      let token: string | undefined
      do {
        const page = await (await disk()).listAll('', token ? { paginationToken: token } : {})
        for (const { name } of page.objects) {
          const anchor = readAnchorName(name)
          if (anchor) anchors.push(anchor)
        }
        token = page.paginationToken
      } while (token)
      return anchors
    },
    check: async () => {
      if (location.kind === 'folder') {
        await mkdir(location.folder, { recursive: true, mode: 0o700 })
        await access(location.folder, constants.R_OK | constants.W_OK | constants.X_OK)
      } else {
        await (await disk()).listAll('')
      }
    },
  }
}
