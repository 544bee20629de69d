import { expect, test } from 'vitest'
import {
  addFiles,
  buildSlot,
  clearSlot,
  earlyErrors,
  fileError,
  removeSurplus,
  swapSlots,
  type UploadSet,
  uploadErrors,
} from './upload-set.ts'

const file = (name: string, size = 1000) => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}

function asking(...titles: string[]): UploadSet {
  return { slots: titles.map((title, position) => buildSlot(position, title)), surplus: [] }
}

const three = asking('Cédula', 'Liquidación', 'Contrato')
const names = ({ slots, surplus }: UploadSet) => [
  ...slots.map(({ content }) => content?.name ?? '-'),
  ...surplus.map(({ name }) => `+${name}`),
]

test('a file goes to the slot it was chosen for', () => {
  const uploadSet = addFiles(three, [file('b.pdf')], 1)
  expect(names(uploadSet)).toEqual(['-', 'b.pdf', '-'])
  expect(uploadSet.slots[1]?.isGuess).toBe(false)
})

test('several at once fill the slots from there on, then those before', () => {
  const uploadSet = addFiles(three, [file('a.pdf'), file('b.pdf'), file('c.pdf')], 1)
  expect(names(uploadSet)).toEqual(['c.pdf', 'a.pdf', 'b.pdf'])
  expect(uploadSet.slots.every(({ isGuess }) => isGuess)).toBe(true)
})

test('a surplus file blocks, and moves into the next free slot', () => {
  const full = addFiles(three, [file('a.pdf'), file('b.pdf'), file('c.pdf'), file('d.pdf')], 0)
  expect(names(full)).toEqual(['a.pdf', 'b.pdf', 'c.pdf', '+d.pdf'])
  expect(uploadErrors(full)).toEqual(['El máximo número de documentos permitidos es 3'])
  expect(names(clearSlot(full, 1))).toEqual(['a.pdf', 'd.pdf', 'c.pdf'])
  const [surplus] = full.surplus
  expect(surplus && names(removeSurplus(full, surplus))).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
})

test('two documents swap their slots', () => {
  const full = addFiles(three, [file('a.pdf'), file('b.pdf')], 0)
  expect(names(swapSlots(full, 0, 2))).toEqual(['-', 'b.pdf', 'a.pdf'])
  expect(names(swapSlots(full, 0, 1))).toEqual(['b.pdf', 'a.pdf', '-'])
})

test('a file that was assigned by its order can be reassigned', () => {
  const guessed = addFiles(three, [file('a.pdf'), file('b.pdf')], 0)
  const { slots } = swapSlots(guessed, 0, 2)
  expect(slots.map(({ isGuess }) => isGuess)).toEqual([false, true, true])
})

test('missing documents are no error before the first attempt to send', () => {
  expect(earlyErrors(three)).toEqual([])
  expect(uploadErrors(three)).toEqual(['Faltan 3 documentos'])
  expect(uploadErrors(asking('Cédula'))).toEqual(['Campo obligatorio'])
})

test('a wrong type or size is an error at once, also while others are missing', () => {
  const uploadSet = addFiles(three, [file('a.heic')], 0)
  expect(earlyErrors(uploadSet)).toEqual([
    'Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg',
  ])
  const large = 'El tamaño del archivo no debe ser superior a 10MB'
  expect(earlyErrors(addFiles(asking('Cédula'), [file('a.pdf', 10_485_761)], 0))).toEqual([large])
  expect(fileError(file('a.pdf', 10_485_760))).toBeNull()
  expect(fileError(file('A.PDF', 10_485_761))).toBe(large)
})
