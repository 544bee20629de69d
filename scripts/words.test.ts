import { describe, expect, test } from 'vitest'
import { readRepository } from './source/read-repository.ts'
import { countByFolder, forbiddenWords } from './words.ts'

test('no forbidden word is used', () => {
  const found = forbiddenWords(readRepository())
  const counts = countByFolder(found).map(([folder, count]) => `${count} in ${folder}`)
  const hits = found
    .slice(0, 200)
    .map(({ file, line, found: word, use }) => `${file}:${line} '${word}': use ${use}`)
  expect([...counts, ...hits]).toEqual([])
}, 60_000)

describe('a forbidden word is found', () => {
  test.each([
    ['in a name', 'export function queueLetter() {}', 'queueLetter', 'email'],
    ['in a type', 'interface HeldRequest {}', 'HeldRequest', 'lock… or locked…'],
    ['in a constant', 'const MOST_TRIES = 3', 'MOST_TRIES', 'MAX_…'],
    ['in a column', "const held_by = 'id'", 'held_by', 'lock… or locked…'],
    ['at the end of a name', 'const requestActs = []', 'requestActs', 'action'],
    ['as a whole name', 'type A = Presence', 'Presence', 'Principal'],
    ['in a comment', '// Whoever comes first has it.', 'Whoever', 'users, the caller, staff'],
    ['in a block comment', '/**\n * Each act is one row.\n */', 'Each act', 'action'],
    [
      'in a title',
      "test('a stranger is a 401', run)",
      'stranger',
      'anonymous visitor, or anonymousActor',
    ],
    ['in a text of the screen', "const title = 'Cartas'", 'Cartas', 'correo'],
    ['in the text of an element', 'const a = <p>Enviar carta</p>', 'carta', 'correo'],
    ['in a link of the screen', "const a = 'Abre el link del correo'", 'el link', 'enlace'],
  ])('%s', (_, source, found, use) => {
    const words = forbiddenWords(new Map([['apps/web/src/page.tsx', source]]))
    expect(words).toEqual([expect.objectContaining({ found, use })])
  })

  test('with its file and line', () => {
    const source = 'const a = 1\n\n// The trail.\n'
    expect(forbiddenWords(new Map([['apps/api/src/audit.ts', source]]))).toEqual([
      { file: 'apps/api/src/audit.ts', line: 3, found: 'trail', use: 'audit log' },
    ])
  })

  test.each([
    ['apps/web/src/list/row-acts.ts', 'row-acts', 'action'],
    ['apps/api/src/kept-file.ts', 'kept-file', 'what it is: stored, saved, dedicated'],
    ['apps/api/src/requests/take-request.ts', 'take-request', 'assignIfUnassigned'],
  ])('in the path %s', (file, found, use) => {
    expect(forbiddenWords(new Map([[file, '']]))).toEqual([{ file, line: 1, found, use }])
  })

  test('in a document, in its prose and in its code', () => {
    const page = 'The door of each room.\n`queueLetter` sends it.'
    const found = forbiddenWords(new Map([['docs/testing.md', page]]))
    expect(found.map(({ line, found: word }) => `${line} ${word}`)).toEqual([
      '1 door',
      '1 each room',
      '2 queueLetter',
    ])
  })
})

describe('is not reported', () => {
  test.each([
    ['a word that contains another', 'const extract = household + contract + holder'],
    ['a verb', '// A superuser acts on accounts; the index holds the plan.'],
    ['the alphabet', '// At least one letter, a digit and 8 signs; capital letters too.'],
    ['a place for something', '// There is no room for a dialog.'],
    ['the icon of the specification', '// A house icon, or a building.'],
    ['a field of the wire', 'const { request_letters } = answer'],
    ['a quoted sentence', "const dead = 'El link ya no está disponible'"],
    ['a document of that name', "const documents = ['Carta de solicitud firmada']"],
    ['a forgotten password', '// The dialog of the forgotten password.'],
  ])('%s', (_, source) => {
    expect(forbiddenWords(new Map([['apps/web/src/page.tsx', source]]))).toEqual([])
  })

  test('an applied migration', () => {
    const file = 'apps/api/src/db/migrations/0003_audit.sql'
    expect(forbiddenWords(new Map([[file, '-- The trail of letters.']]))).toEqual([])
  })

  test('React’s act, in tests', () => {
    const source = "import { act } from '@testing-library/react'"
    expect(forbiddenWords(new Map([['apps/web/src/page.test.tsx', source]]))).toEqual([])
  })
})

test('the words are counted by folder, the highest count first', () => {
  const found = ['apps/api/src/mail/a.ts', 'apps/api/src/mail/b.ts', 'README.md'].map((file) => ({
    file,
    line: 1,
    found: 'letter',
    use: 'email',
  }))
  expect(countByFolder(found)).toEqual([
    ['apps/api/src/mail', 2],
    ['.', 1],
  ])
})
