import { describe, expect, test } from 'vitest'
import { readRepository } from '../source/read-repository.ts'
import { foreignTexts, screenTexts } from './screen-texts.ts'

test("every text of screens and emails is Spanish and says 'tú' (§1.16, §12.500)", () => {
  const repository = readRepository()
  const texts = [...repository]
    .filter(([file]) => /^apps\/web\/src\/screens\/.*\.tsx$/.test(file))
    .flatMap(([file, source]) => screenTexts(file, source))
  expect(texts.length).toBeGreaterThan(1000)
  expect(
    foreignTexts(repository).map(
      ({ file, line, word, problem }) => `${file}:${line} '${word}' is ${problem}`,
    ),
  ).toEqual([])
}, 60_000)

describe('is found', () => {
  test.each([
    ['English in an element', '<p>Your payment is on its way</p>', 'English'],
    ['English in a label', '<button aria-label="Close" />', 'English'],
    ['English in a sentence', "const error = 'Unknown error'", 'English'],
    ['English between gaps', `const error = \`Hay \${count} files\``, 'English'],
    ["an 'usted'", '<p>Puede pedirla usted mismo</p>', "'usted'"],
    ["a command to an 'usted'", '<p>Ingrese su nombre</p>', "'usted'"],
    [
      'such a command after another sentence',
      "const a = 'No se pudo. Intente otra vez'",
      "'usted'",
    ],
    ['a word without its accent', '<p>Elige los dias</p>', 'without its accent'],
    ['a name of an attribute', '<Field label="Telefono" />', 'without its accent'],
  ])('%s', (_, source, problem) => {
    const texts = foreignTexts(new Map([['apps/web/src/screens/page.tsx', source]]))
    expect(texts).toEqual([expect.objectContaining({ line: 1, problem })])
  })

  test('in a rule and in an email', () => {
    const files = ['packages/domain/src/money/uf.ts', 'apps/api/src/requests/request-emails.ts']
    const found = files.flatMap((file) =>
      foreignTexts(new Map([[file, "\nconst text = 'Envíe el archivo'"]])),
    )
    expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual(
      files.map((file) => `${file}:2`),
    )
  })
})

describe('is not found', () => {
  test.each([
    ["a 'tú'", '<p>Ingresa tu nombre</p>'],
    ['the same word as a noun', '<p>Fecha de ingreso y cierre</p>'],
    ['a sentence that the specification quotes', "const a = 'Ingrese nombre'"],
    ['the name of a field', '<PasswordField name="password" />'],
    ['a class', '<p className="open file">Nada</p>'],
    ['a key', "const key = 'open files'"],
    ['an error for programmers', "throw new Error('The file is not open')"],
    ['a path', "import { open } from './Open-file.ts'"],
    ['a type', "type State = 'Open'"],
    ['a statement', 'const found = sql`Select the user from users`'],
  ])('%s', (_, source) => {
    expect(foreignTexts(new Map([['apps/web/src/screens/page.tsx', source]]))).toEqual([])
  })

  test('a test, or the command line', () => {
    const files = ['apps/web/src/screens/page.test.tsx', 'apps/api/src/cli/serve.ts']
    for (const file of files) {
      expect(foreignTexts(new Map([[file, "const text = 'Unknown file'"]]))).toEqual([])
    }
  })
})
