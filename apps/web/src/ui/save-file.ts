// Some phones ask what to do with the file, and read it only then.
const REVOKE_AFTER_MS = 10 * 60_000

/** Hands a file to the browser, which saves it under this name. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}
