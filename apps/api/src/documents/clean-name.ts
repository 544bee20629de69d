const MAX_NAME_LENGTH = 255

/** Invisible characters that reverse text, so that `gpj.exe` could look like an image's name. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * The display name of an uploaded file: without path and invisible characters, at most 255
 * characters with its extension. It never names a file on the server.
 */
export function cleanName(fileName: string): string {
  const base = fileName.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base
    .replace(/\p{Cc}/gu, '')
    .replace(directionMarks, '')
    .trim()
  return shorten(visible.toWellFormed())
}

function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_NAME_LENGTH) return name
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, MAX_NAME_LENGTH - [...extension].length).join('') + extension
}
