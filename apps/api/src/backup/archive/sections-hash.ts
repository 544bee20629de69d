import { createHash } from 'node:crypto'

/** The hash over all sections: one that was removed, added or moved changes it. */
export function sectionsHash() {
  const hash = createHash('sha256')
  return {
    add: (name: string, sha256: string) => void hash.update(`${name} ${sha256}\n`),
    digest: () => hash.digest('hex'),
  }
}
