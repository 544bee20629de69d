import { type DocumentCategory, documentCategoryNames } from './member-document-rules.ts'

interface NamedFile {
  title: string
  content_type: string
}

interface ArchivedDocument extends NamedFile {
  sale_code: string
  category: DocumentCategory
  date: string
}

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

// Some file systems limit a name to 255 bytes, and a character may take four.
const MAX_NAME_CHARACTERS = 55

/**
 * The path of each document in a zip, such as `V-1001/Escritura/2026-03-14 Copia legalizada.pdf`: unique
 * also where upper and lower case are the same, and safe on every system.
 */
export function archiveNames(documents: readonly ArchivedDocument[]): string[] {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return documents.map(({ sale_code, category, date, ...document }) => {
    const folder = `${plainName(sale_code)}/${documentCategoryNames[category]}`
    const path = `${folder}/${date} ${writtenName(document)}`
    let unique = path
    // Thousands may have one title: each begins where the last one ended.
    let i = counts.get(path.toLowerCase()) ?? 1
    while (taken.has(unique.toLowerCase())) {
      i += 1
      unique = `${path} (${i})`
    }
    counts.set(path.toLowerCase(), i)
    taken.add(unique.toLowerCase())
    return `${unique}.${extensionOf(document)}`
  })
}

/** The name of one document that is downloaded, such as `Copia legalizada.pdf`. */
export function fileNameOf(document: NamedFile): string {
  return `${writtenName(document)}.${extensionOf(document)}`
}

/** The title of a request's file is its name, which has an extension already. */
function writtenName({ title }: NamedFile): string {
  return plainName(title.replace(/\.(pdf|png|jpe?g)$/i, ''))
}

function extensionOf({ content_type }: NamedFile): string {
  return extensions[content_type] ?? 'bin'
}

/** The name of the zip. */
export function archiveName(saleCode: string | undefined): string {
  return saleCode === undefined ? 'documentos.zip' : `documentos-${plainName(saleCode)}.zip`
}

/** The file of a zip that names what is missing in it. */
export const MISSING_NOTE = 'LÉEME - faltan documentos.txt'

/** @param names the paths that they would have */
export function missingNote(names: string[]): string {
  return [
    'Estos documentos no se pudieron leer y no vienen en este zip:',
    '',
    ...names.map((name) => `- ${name}`),
    '',
    'Descárgalos más tarde. Si siguen faltando, avisa a la cooperativa.',
    '',
  ].join('\r\n')
}

/** Without signs that a file system reads as something else, and without invisible ones. */
function plainName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\\/:*?"<>|]|\p{Cc}|\p{Cf}/gu, '-')
    .replace(/\s+/g, ' ')
  const short = [...plain].slice(0, MAX_NAME_CHARACTERS).join('')
  return short.replace(/^[. ]+|[. ]+$/g, '') || '-'
}
