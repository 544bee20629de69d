import { expect, test } from 'vitest'
import {
  addFiles,
  earlyErrors,
  empty,
  exchange,
  fileError,
  type HandIn,
  handInErrors,
  placeFor,
  withoutSurplus,
} from './upload-set.ts'

const file = (name: string, size = 1000) => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}

function asking(...titles: string[]): HandIn {
  return { places: titles.map((title, position) => placeFor(position, title)), surplus: [] }
}

const three = asking('Cédula', 'Liquidación', 'Contrato')
const names = ({ places, surplus }: HandIn) => [
  ...places.map(({ held }) => held?.name ?? '-'),
  ...surplus.map(({ name }) => `+${name}`),
]

test('a file goes where it was chosen for', () => {
  const handIn = addFiles(three, [file('b.pdf')], 1)
  expect(names(handIn)).toEqual(['-', 'b.pdf', '-'])
  expect(handIn.places[1]?.isGuess).toBe(false)
})

test('several at once fill the places from there on, and then those before', () => {
  const handIn = addFiles(three, [file('a.pdf'), file('b.pdf'), file('c.pdf')], 1)
  expect(names(handIn)).toEqual(['c.pdf', 'a.pdf', 'b.pdf'])
  expect(handIn.places.every(({ isGuess }) => isGuess)).toBe(true)
})

test('what is too many waits, blocks, and moves up when a place becomes free', () => {
  const full = addFiles(three, [file('a.pdf'), file('b.pdf'), file('c.pdf'), file('d.pdf')], 0)
  expect(names(full)).toEqual(['a.pdf', 'b.pdf', 'c.pdf', '+d.pdf'])
  expect(handInErrors(full)).toEqual(['El máximo número de documentos permitidos es 3'])
  expect(names(empty(full, 1))).toEqual(['a.pdf', 'd.pdf', 'c.pdf'])
  const [surplus] = full.surplus
  expect(surplus && names(withoutSurplus(full, surplus))).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
})

test('two documents change places', () => {
  const full = addFiles(three, [file('a.pdf'), file('b.pdf')], 0)
  expect(names(exchange(full, 0, 2))).toEqual(['-', 'b.pdf', 'a.pdf'])
  expect(names(exchange(full, 0, 1))).toEqual(['b.pdf', 'a.pdf', '-'])
})

test('a file that was put somewhere by its turn can be set right once more', () => {
  const guessed = addFiles(three, [file('a.pdf'), file('b.pdf')], 0)
  const { places } = exchange(guessed, 0, 2)
  expect(places.map(({ isGuess }) => isGuess)).toEqual([false, true, true])
})

test('nothing is missed before somebody wants to send', () => {
  expect(earlyErrors(three)).toEqual([])
  expect(handInErrors(three)).toEqual(['Faltan 3 documentos'])
  expect(handInErrors(asking('Cédula'))).toEqual(['Campo obligatorio'])
})

test('a file of a wrong type or size is told at once, also while others are missing', () => {
  const handIn = addFiles(three, [file('a.heic')], 0)
  expect(earlyErrors(handIn)).toEqual([
    'Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg',
  ])
  const large = 'El tamaño del archivo no debe ser superior a 10MB'
  expect(earlyErrors(addFiles(asking('Cédula'), [file('a.pdf', 10_485_761)], 0))).toEqual([large])
  expect(fileError(file('a.pdf', 10_485_760))).toBeNull()
  expect(fileError(file('A.PDF', 10_485_761))).toBe(large)
})
