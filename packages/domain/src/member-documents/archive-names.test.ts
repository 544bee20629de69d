import { expect, test } from 'vitest'
import { archiveName, archiveNames, fileNameOf } from './archive-names.ts'

const deed = {
  sale_code: 'V-1001',
  category: 'deed' as const,
  title: 'Escritura',
  date: '2026-03-14',
  content_type: 'application/pdf',
}
const name = (change: Partial<typeof deed>) => archiveNames([{ ...deed, ...change }])[0]

test('a name in a zip says sale, category, date and title, and has one extension', () => {
  expect(name({})).toBe('V-1001/Escritura/2026-03-14 Escritura.pdf')
  expect(name({ title: 'foto.JPG', content_type: 'image/jpeg' })).toMatch(/14 foto\.jpg$/)
})

test('a downloaded document has one extension, and a name that is no path', () => {
  expect(fileNameOf({ title: 'copia.pdf', content_type: 'application/pdf' })).toBe('copia.pdf')
  expect(fileNameOf({ title: 'Foto: fachada', content_type: 'image/jpeg' })).toBe(
    'Foto- fachada.jpg',
  )
})

test.each(['../../etc/passwd', 'C:\\datos', 'a/b', '\u202Efdp.exe', '..', ' . ', 'línea\nnueva'])(
  '%j is no path, and has no invisible sign',
  (title) => {
    for (const path of [name({ title }), name({ sale_code: title })]) {
      expect(path?.split('/')).toHaveLength(3)
      expect(path).not.toMatch(/(^|\/)\.|[\\:\p{Cc}\p{Cf}]/u)
    }
  },
)

test('names are unique also where case does not count, and no longer than file systems take', () => {
  const titles = ['Plano', 'PLANO', 'plano', 'ñ'.repeat(200)]
  const names = archiveNames(titles.map((title) => ({ ...deed, title })))
  expect(new Set(names.map((each) => each.toLowerCase())).size).toBe(titles.length)
  for (const each of names) {
    for (const part of each.split('/')) expect([...part].length).toBeLessThan(75)
  }
})

// A search whose steps grow with the square of their number would meet the time limit of a test.
test('twenty thousand documents of one title and day have names of their own (security 10.160)', () => {
  const names = archiveNames(Array.from({ length: 20_000 }, () => ({ ...deed, title: 'Plano' })))
  expect(new Set(names).size).toBe(20_000)
  expect(names.at(-1)).toMatch(/ Plano \(20000\)\.pdf$/)
})

test('the zip is named after the sale', () => {
  expect(archiveName('V/1')).toBe('documentos-V-1.zip')
  expect(archiveName(undefined)).toBe('documentos.zip')
})
