// Some file systems limit a name to 255 bytes, and a character may take four.
const MAX_CHARACTERS = 50

/** A document's path in the exported folder: its id, and its name without unsafe characters. */
export function documentFileName({ id, name }: { id: number; name: string }): string {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '')
  return `documentos/${id}-${[...plain].slice(-MAX_CHARACTERS).join('')}`
}
