import { createHash } from 'node:crypto'

/** The hash over the header and all sections: one that was changed, removed, added or moved changes it. */
export function sectionsHash() {
  const hash = createHash('sha256')
  return {
    add: (name: string, sha256: string) => void hash.update(`${name} ${sha256}\n`),
    digest: () => hash.digest('hex'),
  }
}
