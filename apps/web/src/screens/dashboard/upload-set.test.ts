import { expect, test } from 'vitest'
import {
  addFiles,
  addPages,
  buildSlot,
  changeFile,
  chosenFile,
  earlyErrors,
  fileError,
  hasWrongFile,
  isSettled,
  moveFile,
  removeFile,
  settleSlot,
  slotError,
  storedFile,
  storeFile,
  swapSlots,
  takeSurplus,
  type UploadSet,
  uploadErrors,
} from './upload-set.ts'

const file = (name: string, size = 1000) => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'size', { value: size })
  return chosenFile(made)
}

function asking(...titles: string[]): UploadSet {
  return { slots: titles.map((title, position) => buildSlot(position, title)), surplus: [] }
}

const three = asking('Cédula', 'Liquidación', 'Contrato')
const names = ({ slots, surplus }: UploadSet) => [
  ...slots.map(({ files }) => files.map(({ name }) => name).join('+') || '-'),
  ...surplus.map(({ name }) => `+${name}`),
]
const keyOf = ({ slots, surplus }: UploadSet, name: string) =>
  [...slots.flatMap(({ files }) => files), ...surplus].find((it) => it.name === name)?.key ?? ''

test('a file goes to the slot it was chosen for', () => {
  const uploadSet = addFiles(three, [file('b.pdf')], 1)
  expect(names(uploadSet)).toEqual(['-', 'b.pdf', '-'])
  expect(uploadSet.slots[1]?.isGuess).toBe(false)
})

test('several at once fill the slots from there on, then those before (§10.66)', () => {
  const uploadSet = addFiles(three, [file('a.pdf'), file('b.pdf'), file('c.pdf')], 1)
  expect(names(uploadSet)).toEqual(['c.pdf', 'a.pdf', 'b.pdf'])
  expect(uploadSet.slots.every(({ isGuess }) => isGuess)).toBe(true)
})

test('a surplus file blocks, and moves into the next free slot or becomes a page of one', () => {
  const full = addFiles(three, [file('a.pdf'), file('b.pdf'), file('c.pdf'), file('d.pdf')], 0)
  expect(names(full)).toEqual(['a.pdf', 'b.pdf', 'c.pdf', '+d.pdf'])
  expect(uploadErrors(full)).toEqual(['El máximo número de documentos permitidos es 3'])
  expect(names(removeFile(full, keyOf(full, 'b.pdf')))).toEqual(['a.pdf', 'd.pdf', 'c.pdf'])
  const surplus = keyOf(full, 'd.pdf')
  expect(names(removeFile(full, surplus))).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
  const paged = takeSurplus(full, surplus, 2)
  expect(names(paged)).toEqual(['a.pdf', 'b.pdf', 'c.pdf+d.pdf'])
  expect(uploadErrors(paged)).toEqual([])
})

test('two documents swap their slots (§10.66)', () => {
  const full = addFiles(three, [file('a.pdf'), file('b.pdf')], 0)
  expect(names(swapSlots(full, 0, 2))).toEqual(['-', 'b.pdf', 'a.pdf'])
  expect(names(swapSlots(full, 0, 1))).toEqual(['b.pdf', 'a.pdf', '-'])
})

test('a file that was assigned by its order can be reassigned', () => {
  const guessed = addFiles(three, [file('a.pdf'), file('b.pdf')], 0)
  const { slots } = swapSlots(guessed, 0, 2)
  expect(slots.map(({ isGuess }) => isGuess)).toEqual([false, true, true])
})

test('both sides of a card are pages of one document, put in order (§10.67)', () => {
  const front = addFiles(three, [file('frente.jpg')], 0)
  const both = addPages(front, [file('dorso.jpg')], 0)
  expect(names(both)[0]).toBe('frente.jpg+dorso.jpg')
  const turned = moveFile(both, 0, keyOf(both, 'dorso.jpg'), 0)
  expect(names(turned)[0]).toBe('dorso.jpg+frente.jpg')
  expect(names(removeFile(turned, keyOf(turned, 'dorso.jpg')))[0]).toBe('frente.jpg')
})

test('a slot is settled once the request has its one document', () => {
  const front = addFiles(three, [file('frente.jpg')], 0)
  const settled = settleSlot(front, 0, { id: 71, name: 'frente.jpg', size: 1000 })
  expect(settled.slots.map(isSettled)).toEqual([true, false, false])
  const both = addPages(settled, [file('dorso.jpg')], 0)
  const stored = storeFile(both, keyOf(both, 'dorso.jpg'), 72)
  expect(stored.slots.map(isSettled)).toEqual([false, false, false])
  expect(stored.slots[0]).toMatchObject({
    documentId: null,
    files: [{ storedId: 71 }, { storedId: 72 }],
  })
  const joined = settleSlot(stored, 0, { id: 73, name: 'Cédula.pdf', size: 2000 })
  expect([names(joined)[0], joined.slots.map(isSettled)[0]]).toEqual(['Cédula.pdf', true])
})

test('missing documents are no error before the first attempt to send', () => {
  expect(earlyErrors(three)).toEqual([])
  expect(uploadErrors(three)).toEqual(['Faltan 3 documentos'])
  expect(uploadErrors(asking('Cédula'))).toEqual(['Campo obligatorio'])
})

test('each wrong file has its own reason, at once (§12.342)', () => {
  const large = 'El tamaño del archivo no debe ser superior a 10MB'
  expect(fileError(file('a.heic'))).toMatch(/^Esta foto es HEIC.*«Más compatible»/)
  expect(fileError(file('a.docx'))).toBe(
    'Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg. Guarda este documento como PDF.',
  )
  expect(fileError(file('a.pdf', 10_485_760))).toBeNull()
  expect(fileError(file('A.PDF', 10_485_761))).toBe(large)
  const uploadSet = addFiles(three, [file('a.heic')], 0)
  expect([earlyErrors(uploadSet), hasWrongFile(uploadSet)]).toEqual([[], true])
})

test('what the server refused stays refused, and what it keeps is fine', () => {
  const chosen = addFiles(three, [file('a.pdf')], 0)
  const refused = changeFile(chosen, keyOf(chosen, 'a.pdf'), { refusal: 'Pide una contraseña' })
  expect(refused.slots[0]?.files.map(fileError)).toEqual(['Pide una contraseña'])
  const kept = storedFile({ id: 71, name: 'antiguo.bin', size: 99_000_000 })
  expect(fileError(kept)).toBeNull()
})

test('the pages of a document are limited together (§12.343)', () => {
  const pages = [file('a.jpg', 9e6), file('b.jpg', 9e6), file('c.jpg', 9e6)]
  const heavy = addPages(three, pages, 0)
  expect(heavy.slots.map(slotError)).toEqual([
    'Los archivos de un documento no deben superar los 20MB entre todos',
    null,
    null,
  ])
  expect(hasWrongFile(heavy)).toBe(true)
})
