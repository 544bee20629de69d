/** A part of a source file. */
interface SourcePart {
  kind: 'code' | 'string' | 'comment'
  line: number
  text: string
}

/** Splits TypeScript, JavaScript or CSS. An unclosed quote ends with its line. */
export function sourceParts(source: string): SourcePart[] {
  const parts: SourcePart[] = []
  let code = ''
  let codeLine = 1
  let line = 1
  let at = 0

  const push = (kind: SourcePart['kind'], end: number) => {
    const text = source.slice(at, end)
    if (kind === 'code') {
      if (code === '') codeLine = line
      code += text
    } else {
      if (code !== '') parts.push({ kind: 'code', line: codeLine, text: code })
      code = ''
      parts.push({ kind, line, text })
    }
    line += text.split('\n').length - 1
    at = end
  }

  // Comments do not count, and a string is a value.
  const before = () => (code.trim() === '' && parts.at(-1)?.kind === 'string' ? "'" : code)

  while (at < source.length) {
    const two = source.slice(at, at + 2)
    const char = source[at] ?? ''
    if (two === '//') push('comment', endOf(source, '\n', at))
    else if (two === '/*') push('comment', endOf(source, '*/', at + 2, 2))
    else if (char === '`') push('string', endOfQuote(source, at, char, true))
    else if (char === "'" || char === '"') push('string', endOfQuote(source, at, char, false))
    else if (char === '/' && startsPattern(before())) push('code', endOfPattern(source, at))
    else push('code', nextDelimiter(source, at + 1))
  }
  if (code !== '') parts.push({ kind: 'code', line: codeLine, text: code })
  return parts
}

function nextDelimiter(source: string, from: number): number {
  delimiters.lastIndex = from
  return delimiters.exec(source)?.index ?? source.length
}

const delimiters = /[/`'"]/g

function endOf(source: string, mark: string, from: number, length = 0): number {
  const found = source.indexOf(mark, from)
  return found === -1 ? source.length : found + length
}

function endOfQuote(source: string, start: number, quote: string, spansLines: boolean): number {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === quote) return at + 1
    else if (source[at] === '\n' && !spansLines) return at
  }
  return source.length
}

/** A slash divides after a value; anywhere else it starts a regular expression. */
function startsPattern(before: string): boolean {
  return /(^|[=(,:[!&|?{;+]|\breturn|=>)\s*$/.test(before.slice(-40))
}

function endOfPattern(source: string, start: number): number {
  let inClass = false
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === '[') inClass = true
    else if (source[at] === ']') inClass = false
    else if (source[at] === '/' && !inClass) return at + 1
  }
  return start + 1
}
