/** Whether a text fits a line. A prefix of a text that fits fits too. */
type Fits = (text: string) => boolean

/** Wraps at spaces; breaks a word that is longer than a line. Measures each part a few times only. */
export function wrapText(text: string, fits: Fits): string[] {
  const words = text.split(/[ \t\r\n]+/).filter((word) => word !== '')
  const lines: string[] = []
  let next = 0
  let guess = 8
  while (next < words.length) {
    const line = (count: number) => words.slice(next, next + count).join(' ')
    const count = largest(words.length - next, guess, (each) => fits(line(each)))
    if (count > 0) {
      lines.push(line(count))
      next += count
      guess = count
      continue
    }
    const [piece = '', ...others] = breakWord(words[next] ?? '', fits)
    const last = others.pop()
    lines.push(piece, ...others)
    // Words may follow the last piece on its line.
    if (last === undefined) next++
    else words[next] = last
    guess = 2
  }
  return lines.length === 0 ? [''] : lines
}

/** Every piece has at least one character, even where none fits. */
function breakWord(word: string, fits: Fits): string[] {
  const characters = [...word]
  const pieces: string[] = []
  let next = 0
  let guess = 32
  while (next < characters.length) {
    const piece = (count: number) => characters.slice(next, next + count).join('')
    guess = Math.max(
      1,
      largest(characters.length - next, guess, (count) => fits(piece(count))),
    )
    pieces.push(piece(guess))
    next += guess
  }
  return pieces
}

/** The largest number up to `max` for which `holds`, 0 if it holds for none: doubles, then bisects. */
function largest(max: number, guess: number, holds: (count: number) => boolean): number {
  let low = 0
  let high = max + 1
  let count = Math.min(guess, max)
  while (high - low > 1) {
    if (holds(count)) low = count
    else high = count
    count = high > max ? Math.min(2 * low, max) : Math.floor((low + high) / 2)
  }
  return low
}
