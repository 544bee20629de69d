/** The titles of a file's tests, groups and cases, as written. */
export function testTitles(source: string): string[] {
  return [...source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*/g)].flatMap((match) => {
    let at = match.index + match[0].length
    // In `test.each([...])('title'` the cases come before the title.
    let cases = ''
    for (let lists = 0; lists < 2; lists += 1) {
      at = skipSpace(source, skipTypes(source, at))
      if (source[at] !== '(') return []
      const title = quotedAt(source, skipSpace(source, at + 1))
      if (title !== undefined) return [title, ...caseNames(cases)]
      const end = closing(source, at, '(', ')')
      cases = source.slice(at, end)
      at = end
    }
    return []
  })
}

/**
 * Whether a citation matches a title. An ellipsis in the citation stands for omitted text or for the
 * values of a case.
 */
export function titleMatches(cited: string, title: string): boolean {
  const pieces = cited.split('…').map((piece) => piece.trim())
  if (pieces.join('').length < 4) return false
  let from = 0
  return pieces.every((piece, index) => {
    const found = title.indexOf(piece, from)
    from = found + piece.length
    const isLast = index === pieces.length - 1
    return (
      found !== -1 &&
      (index > 0 || found === 0) &&
      (!isLast || piece === '' || from === title.length)
    )
  })
}

/** The first texts of the cases of `test.each`. */
function caseNames(cases: string): string[] {
  return [...cases.matchAll(/\[\s*(?=['"`])/g)].flatMap(({ 0: opening, index }) => {
    const name = quotedAt(cases, index + opening.length)
    return name === undefined ? [] : [name]
  })
}

function skipSpace(source: string, at: number): number {
  return at + (/^\s*/.exec(source.slice(at, at + 200))?.[0].length ?? 0)
}

function skipTypes(source: string, at: number): number {
  return source[at] === '<' ? closing(source, at, '<', '>') : at
}

function quotedAt(source: string, at: number): string | undefined {
  const quote = source[at] ?? ''
  if (!`'"\``.includes(quote)) return undefined
  const rest = source.slice(at + 1)
  const end = new RegExp(String.raw`^(?:\\.|[^\\${quote}])*`, 's').exec(rest)?.[0]
  return end?.replace(/\\(['"`])/g, '$1')
}

/** The index after the matching closing character; quoted characters do not count. */
function closing(source: string, start: number, open: string, close: string): number {
  let depth = 0
  for (let at = start; at < source.length; at += 1) {
    const char = source[at] ?? ''
    const quoted = quotedAt(source, at)
    if (quoted !== undefined && char !== '') at = endOfQuoted(source, at)
    else if (char === open) depth += 1
    else if (char === close && source[at - 1] !== '=') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return source.length
}

function endOfQuoted(source: string, start: number): number {
  const quote = source[start]
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === quote) return at
  }
  return source.length
}
