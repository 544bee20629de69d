// Reads what docs/manual-del-personal.md uses of Markdown, which is little.

/** A text, part of it stressed, or a link to a part of the manual. */
export type Span = string | { stress: 'strong' | 'em'; text: string } | { to: string; text: string }

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }

/** What stands below one heading. */
export interface Part {
  /** As in a link of the manual: '#cambiar-una-cuenta'. */
  id: string
  title: string
  blocks: Block[]
}

export interface Chapter extends Part {
  parts: Part[]
}

export interface Manual {
  intro: Block[]
  chapters: Chapter[]
}

export function readManual(text: string): Manual {
  const [head = '', ...chapters] = text.split(/^## /m)
  // Without its title, and without the list of chapters, which the page has beside the text.
  const [intro = ''] = head.replace(/^# .*/, '').split(/^\[/m)
  return {
    intro: blocksOf(intro),
    chapters: chapters.map((chapter) => {
      const [own = '', ...parts] = chapter.split(/^### /m)
      return { ...partOf(own), parts: parts.map(partOf) }
    }),
  }
}

function partOf(text: string): Part {
  const [title = '', ...lines] = text.split('\n')
  return { id: idOf(title), title, blocks: blocksOf(lines.join('\n')) }
}

/** As GitHub makes it of a heading. */
function idOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

const ITEM = /^(?:(?<number>\d+\.)|-) +(?<text>.*)$/

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let isNew = true
  for (const line of text.split('\n')) {
    const last = blocks.at(-1)
    const item = ITEM.exec(line)?.groups
    if (line.trim() === '') {
      isNew = true
      continue
    }
    if (line.startsWith('|')) {
      const cells = line.slice(1, -1).split('|')
      if (isNew || last?.kind !== 'table')
        blocks.push({ kind: 'table', head: trimmed(cells), rows: [] })
      else if (!/^[|-]+$/.test(line)) last.rows.push(trimmed(cells))
    } else if (item) {
      const isOrdered = item.number !== undefined
      if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(item.text ?? '')
      else blocks.push({ kind: 'list', isOrdered, items: [item.text ?? ''] })
    } else if (!isNew && last?.kind === 'list') {
      last.items.push(`${last.items.pop()} ${line.trim()}`)
    } else if (!isNew && last?.kind === 'paragraph') {
      last.text += ` ${line.trim()}`
    } else {
      blocks.push({ kind: 'paragraph', text: line.trim() })
    }
    isNew = false
  }
  return blocks
}

function trimmed(cells: string[]): string[] {
  return cells.map((cell) => cell.trim())
}

const MARKED = /\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^*]+)\*|\[(?<label>[^\]]+)\]\((?<to>[^)]+)\)/g

export function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let end = 0
  for (const { 0: match, index, groups = {} } of text.matchAll(MARKED)) {
    const { strong, em, label, to } = groups
    if (index > end) spans.push(text.slice(end, index))
    if (to !== undefined) spans.push({ to, text: label ?? '' })
    else if (strong !== undefined) spans.push({ stress: 'strong', text: strong })
    else spans.push({ stress: 'em', text: em ?? '' })
    end = index + match.length
  }
  if (end < text.length) spans.push(text.slice(end))
  return spans
}

/** The parts that have every word, in any order; one whose chapter is named so has it, too. */
export function findInManual(chapters: Chapter[], typed: string): Chapter[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return chapters
  const has = (...texts: string[]) => {
    const searched = plain(texts.join(' '))
    return words.every((word) => searched.includes(word))
  }
  return chapters.flatMap((chapter) => {
    const parts = chapter.parts.filter((part) => has(chapter.title, part.title, textOf(part)))
    const isFound = has(chapter.title, textOf(chapter))
    if (!isFound && parts.length === 0) return []
    return [{ ...chapter, blocks: isFound ? chapter.blocks : [], parts }]
  })
}

function textOf({ blocks }: Part): string {
  const texts = blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return block.text
    return block.kind === 'list' ? block.items : [block.head, ...block.rows].flat()
  })
  const spans = texts.flatMap((text) => [...spansOf(text), ' '])
  return spans.map((span) => (typeof span === 'string' ? span : span.text)).join('')
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
