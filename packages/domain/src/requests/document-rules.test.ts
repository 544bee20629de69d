import { describe, expect, test } from 'vitest'
import { texts } from '../testing/texts.ts'
import {
  commentError,
  documentErrors,
  documentsLabel,
  fileSize,
  isTwoSided,
  typeRefusal,
} from './document-rules.ts'

const file = (name: string, size = 1000) => ({ name, size })
const tooLarge = 'El tamaño del archivo no debe ser superior a 10MB'
const wrongType = 'Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg'

describe('the documents of a procedure', () => {
  test.each([
    [0, 0, []],
    [1, 0, ['Campo obligatorio']],
    [1, 1, []],
    [1, 2, ['El máximo número de documentos permitidos es 1']],
    [3, 0, ['Faltan 3 documentos']],
    [3, 1, ['Faltan 2 documentos']],
    [3, 2, ['Falta 1 documento']],
    [3, 3, []],
    [3, 5, ['El máximo número de documentos permitidos es 3']],
    [0, 1, ['El máximo número de documentos permitidos es 0']],
  ])('of %i required, %i chosen: %j (§5.18, §5.19, §5.20)', (required, chosen, errors) => {
    const files = Array.from({ length: chosen }, (_, index) => file(`${index}.pdf`))
    expect(texts(documentErrors(files, required))).toEqual(errors)
  })

  test('10 MB exactly is accepted, one byte more is not (§5.16)', () => {
    expect(texts(documentErrors([file('cédula.pdf', 10_485_760)], 1))).toEqual([])
    expect(texts(documentErrors([file('cédula.pdf', 10_485_761)], 1))).toEqual([tooLarge])
  })

  test.each(['a.pdf', 'a.PNG', 'a.Jpg', 'Cédula de Rosa.jpeg', 'a.exe.pdf'])(
    '%s fits (§5.22)',
    (name) => {
      expect(texts(documentErrors([file(name)], 1))).toEqual([])
    },
  )

  test.each(['a.exe', 'a.pdf.exe', 'pdf', 'apdf', 'a.pdf ', ''])(
    '%j is of a wrong type (§10.64)',
    (name) => {
      expect(texts(documentErrors([file(name)], 1))).toEqual([wrongType])
    },
  )

  test.each<[string, string, RegExp]>([
    ['IMG_1.HEIC', '', /Toma otra desde aquí o guárdala como JPG\.$/],
    ['a.webp', '', /^Esta imagen es WebP y .*guárdala como JPG\.$/],
    ['a.svg', '', /^Tipo de archivo no permitido.*\. Guarda esta imagen como JPG\.$/],
    ['a.docx', '', /\. Guarda este documento como PDF\.$/],
    ['a.zip', '', /\. Sube los archivos sin comprimir\.$/],
    ['a.jpg', 'image/webp', /^Esta imagen es WebP/],
    ['carta.docx', 'application/zip', /Guarda este documento como PDF/],
    ['a.pdf', 'application/x-msdownload', /y \.jpeg$/],
  ])('%j of the type «%s» says what to do (§12.979)', (name, mime, sentence) => {
    expect(typeRefusal(name, mime === '' ? null : mime).text).toMatch(sentence)
    if (mime === '')
      expect(texts(documentErrors([file(name)], 1))).toEqual([typeRefusal(name).text])
  })

  test('all errors are reported, each sentence once', () => {
    const files = [file('a.exe', 20_000_000), file('b.exe', 20_000_000), file('c.pdf')]
    expect(texts(documentErrors(files, 4))).toEqual(['Falta 1 documento', tooLarge, wrongType])
  })

  test('the label counts in singular and plural (§5.24)', () => {
    expect(documentsLabel(1)).toBe('1 documento requerido')
    expect(documentsLabel(2)).toBe('2 documentos requeridos')
  })
})

test.each([
  ['Cédula de identidad de quien recibe, por ambos lados', true],
  ['Cédula (anverso y reverso)', true],
  ['Carnet por las dos caras', true],
  ['Certificado de residencia', false],
])('%j has two sides: %s (§12.2335)', (title, expected) => {
  expect(isTwoSided(title)).toBe(expected)
})

describe('the comment of a procedure', () => {
  test('is required only without documents', () => {
    expect(texts(commentError({ documentAmount: 0 }, ' \n'))).toBe('Ingrese un comentario')
    expect(texts(commentError({ documentAmount: 0 }, 'Necesito una copia'))).toBeNull()
    expect(texts(commentError({ documentAmount: 1 }, ''))).toBeNull()
  })
})

test.each([
  [1, '1 kB'],
  [348_160, '340 kB'],
  [1_258_291, '1,2 MB'],
  [10_485_760, '10 MB'],
])('a file of %i bytes is %s', (bytes, shown) => {
  expect(fileSize(bytes)).toBe(shown)
})
