/** A part of a line: plain text, or the address of a link, which is also its text. */
export interface TextPart {
  text: string
  /** Set for a link. */
  address?: string
}

const ADDRESS = /https?:\/\/[^\s<>"']+/giu
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
    const address = addressOf(text)
    if (address === null) continue
    if (index > end) parts.push({ text: line.slice(end, index) })
    parts.push({ text, address })
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

/** Null for what is no web address, or one that hides its host behind a user name. */
function addressOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && username === '' && password === '' ? href : null
}
