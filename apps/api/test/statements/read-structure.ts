import { getDocumentProxy } from 'unpdf'

/** A leaf of the structure, as a screen reader reads it. */
export interface Spoken {
  role: string
  text: string
}

interface Node {
  role?: string
  alt?: string
  id?: string
  children?: Node[]
}

/** The tagged texts in reading order, and those that are neither tagged nor decoration. */
export async function readStructure(
  file: Buffer,
): Promise<{ spoken: Spoken[]; untagged: string[] }> {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const spoken: Spoken[] = []
  const untagged: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const texts = new Map<string, string>()
    // The open marked content: an id, '' for decoration.
    const open: string[] = []
    for (const item of items) {
      if ('str' in item) {
        const id = open.at(-1)
        if (id === undefined) untagged.push(item.str)
        else texts.set(id, (texts.get(id) ?? '') + item.str)
      } else if (item.type === 'endMarkedContent') open.pop()
      else open.push(item.id ?? '')
    }
    speak((await page.getStructTree()) as Node, texts, spoken)
  }
  return { spoken, untagged: untagged.filter((text) => text.trim() !== '') }
}

function speak({ role = '', alt, children = [] }: Node, texts: Map<string, string>, to: Spoken[]) {
  const parts = children.flatMap(({ id }) => (id === undefined ? [] : (texts.get(id) ?? [])))
  const text = alt ?? parts.map((part) => part.trim()).join(' ')
  if (text !== '') to.push({ role, text: text.replaceAll('\u00a0', ' ') })
  for (const child of children) if (child.role) speak(child, texts, to)
}
