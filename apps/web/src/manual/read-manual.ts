import GithubSlugger from 'github-slugger'
import { type MarkedToken, marked } from 'marked'

/** What stands below one heading. */
interface Part {
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

/** The page has the list of chapters beside the text. */
function isListOfChapters(token: MarkedToken): boolean {
  return token.type === 'paragraph' && token.tokens[0]?.type === 'link'
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
  const texts: string[] = []
  marked.walkTokens(blocks, (token) => {
    if (token.type === 'text' && !token.tokens) texts.push(token.text)
  })
  return texts.join(' ')
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
