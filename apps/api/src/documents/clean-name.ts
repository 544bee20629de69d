const LONGEST = 255

/** Invisible signs that turn the direction of a text: `gpj.exe` could be made to look like a picture. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * What a person called his file, as text that can be shown: no path, nothing invisible, at most 255
 * characters, of which the extension stays. Never used as the name of a file of ours.
 */
export function cleanName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base
    .replace(/\p{Cc}/gu, '')
    .replace(directionMarks, '')
    .trim()
  return shorten(visible.toWellFormed())
}

function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= LONGEST) return name
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, LONGEST - [...extension].length).join('') + extension
}
