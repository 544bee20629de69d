import GithubSlugger from 'github-slugger'
import { type MarkedToken, marked } from 'marked'

/** What stands below one heading. */
export interface Part {
  /** As in a link of the manual: '#cambiar-una-cuenta'. */
  id: string
  title: string
  blocks: MarkedToken[]
}

export interface Chapter extends Part {
  parts: Part[]
}

interface Manual {
  intro: MarkedToken[]
  chapters: Chapter[]
}

export function readManual(text: string): Manual {
  const slugger = new GithubSlugger()
  const intro: MarkedToken[] = []
  const chapters: Chapter[] = []
  let blocks = intro
  for (const token of marked.lexer(text) as MarkedToken[]) {
    if (token.type !== 'heading') {
      blocks.push(token)
      continue
    }
    const part = { id: slugger.slug(token.text), title: token.text, blocks: [] }
    if (token.depth === 2) chapters.push({ ...part, parts: [] })
    if (token.depth === 3) chapters.at(-1)?.parts.push(part)
    if (token.depth > 1) blocks = part.blocks
  }
  return { intro: intro.filter((token) => !isListOfChapters(token)), chapters }
}

/** The page has its own list of chapters. */
function isListOfChapters(token: MarkedToken): boolean {
  return token.type === 'paragraph' && token.tokens[0]?.type === 'link'
}

/** One page of the manual: a chapter, or one of its parts. */
export interface ManualPage {
  chapter: Chapter
  part: Part
}

/** In the order of the manual. */
export function pagesOf(chapters: Chapter[]): ManualPage[] {
  return chapters.flatMap((chapter) =>
    [chapter, ...chapter.parts].map((part) => ({ chapter, part })),
  )
}

export interface FoundPage extends ManualPage {
  /** Its text around the first word. */
  excerpt: string
}

/** The parts that have every word, in any order; one whose chapter is named so has it, too. Those named so come first. */
export function findInManual(chapters: Chapter[], typed: string): FoundPage[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => plain(text).includes(word))
  const found = pagesOf(chapters).flatMap((page) => {
    const text = textOf(page.part)
    if (!has(`${page.chapter.title} ${page.part.title} ${text}`)) return []
    return [{ ...page, excerpt: excerptOf(text, words) }]
  })
  const isNamed = ({ part }: FoundPage) => has(part.title)
  return [...found.filter(isNamed), ...found.filter((page) => !isNamed(page))]
}

const BEFORE = 40
const LENGTH = 150

function excerptOf(text: string, words: string[]): string {
  const searched = plain(text)
  const places = words.map((word) => searched.indexOf(word)).filter((place) => place >= 0)
  const wanted = Math.max(0, Math.min(...places, text.length) - BEFORE)
  // From a whole word on.
  const start = wanted === 0 || places.length === 0 ? 0 : text.indexOf(' ', wanted) + 1
  const end = start + LENGTH
  const shown = text.slice(start, end)
  const whole = end < text.length ? `${shown.slice(0, shown.lastIndexOf(' '))}…` : shown
  return start > 0 ? `…${whole}` : whole
}

function textOf({ blocks }: Part): string {
  const texts: string[] = []
  marked.walkTokens(blocks, (token) => {
    if (token.type === 'text' && !token.tokens) texts.push(token.text.trim())
  })
  return texts
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:)])/g, '$1')
}

/** As long as the text, so that a place in one is one in the other. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
