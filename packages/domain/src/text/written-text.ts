/** A part of a line: plain text, or the address of a link, which is also its text. */
export interface TextPart {
  text: string
  /** Set for a link. */
  address?: string
}

const ADDRESS = /https?:\/\/[^\s<>"']+/giu
// A host name, a port and a path. A user name before the host would hide the host.
const WEB_ADDRESS =
  /^https?:\/\/[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*(?::\d{1,5})?(?:[/?#].*)?$/iu
const TRAILING = /[.,;:!?»”)\]}]+$/u

/** The lines of each paragraph; empty lines separate paragraphs. */
export function paragraphsOf(body: string): string[][] {
  return body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split('\n').map((line) => line.trim()))
    .map((lines) => lines.filter((line) => line !== ''))
    .filter((lines) => lines.length > 0)
}

/** Only http(s) addresses become links, and each shows where it leads. */
export function partsOf(line: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    const text = withoutTrailing(found)
    if (!WEB_ADDRESS.test(text)) continue
    if (index > end) parts.push({ text: line.slice(end, index) })
    parts.push({ text, address: text })
    end = index + text.length
  }
  if (end < line.length) parts.push({ text: line.slice(end) })
  return parts
}

/** Without the sign that ends the sentence; a closing bracket stays when the address opens it. */
function withoutTrailing(found: string): string {
  const text = found.replace(TRAILING, '')
  return text.includes('(') && found[text.length] === ')' ? `${text})` : text
}
