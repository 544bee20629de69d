// Some systems take no name of more than 255 bytes, and a letter may have four.
const LONGEST = 50

/** A file's name in the export's folder: the document's number, and what is harmless of its name. */
export function documentFileName({ id, name }: { id: number; name: string }): string {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '')
  return `documentos/${id}-${[...plain].slice(-LONGEST).join('')}`
}
