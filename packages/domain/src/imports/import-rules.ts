import { refusal, required, tooMany } from '../errors/refusal.ts'

/** Stored files of one person that are not applied. Each may have hundreds of megabytes. */
export const MAX_STORED_FILES = 10

/** Sentences of uploads and loads. */
export const importMessages = {
  tooManyStored: tooMany(
    `Tienes ${MAX_STORED_FILES} archivos guardados sin aplicar. Aplica o descarta alguno antes de subir otro.`,
  ),
  noFile: required('Elige el archivo que exportó contabilidad.'),
  tooLarge: refusal('too_large', 'El archivo es más grande de lo que el portal acepta.'),
  empty: required('El archivo está vacío.'),
  notChecked: refusal('wrong_state', 'Solo se puede aplicar una revisión que terminó bien.'),
  notAcceptable: refusal(
    'changed_meanwhile',
    'El archivo ya no se detiene por ese motivo. Recarga la página.',
  ),
  anotherLoad: refusal(
    'changed_meanwhile',
    'Otra carga entró después de esta revisión. Revisa el archivo de nuevo.',
  ),
  checkedAgain: refusal(
    'changed_meanwhile',
    'Otra persona revisó este archivo de nuevo mientras lo mirabas. Lee qué cambiará ahora antes de aplicarlo.',
  ),
  underWay: refusal('wrong_state', 'Este archivo se está procesando. Espera a que termine.'),
  fileGone: refusal('wrong_state', 'El archivo ya no está guardado. Súbelo otra vez.'),
  failed: 'No se pudo procesar el archivo por un error del portal. Súbelo otra vez.',
  notPermitted:
    'Quien pidió aplicar este archivo ya no puede cargar ventas, así que no se aplicó. Súbelo otra vez si corresponde.',
  erasedMeanwhile:
    'Después de subir este archivo se borraron los datos de una persona, y el archivo todavía los tiene. Pide otro a contabilidad y súbelo.',
  undoneMeanwhile: refusal('changed_meanwhile', 'Esa ya no es la última carga. Recarga la página.'),
  cannotUndo: refusal('wrong_state', 'Esta carga no se puede deshacer.'),
  undoUnderWay: refusal('wrong_state', 'Esta carga se está deshaciendo: sus correos esperan.'),
} as const

/** What is being done with an uploaded export, or came of it. */
export const uploadStates = [
  'waiting',
  'running',
  'checked',
  'applied',
  'refused',
  'failed',
] as const

export type UploadState = (typeof uploadStates)[number]

export const uploadStateLabels: Record<UploadState, string> = {
  waiting: 'En espera',
  running: 'Procesando',
  checked: 'Revisada, sin aplicar',
  applied: 'Aplicada',
  refused: 'Detenida',
  failed: 'Con error',
}

/** Of one that was applied and is the last load over again. */
export const unchangedExport = 'Repetida, sin cambios'

/** Whether nothing more happens to it by itself. */
export function isFinished(state: UploadState): boolean {
  return state !== 'waiting' && state !== 'running'
}

export const loadStates = ['tried', 'applied', 'refused', 'undone'] as const
export type LoadState = (typeof loadStates)[number]

export const loadStateLabels: Record<LoadState, string> = {
  tried: 'Revisada',
  applied: 'Aplicada',
  refused: 'Detenida',
  undone: 'Deshecha',
}

export const changeKinds = ['added', 'changed', 'withdrawn'] as const
export type ChangeKind = (typeof changeKinds)[number]

export const changeKindLabels: Record<ChangeKind, string> = {
  added: 'Nueva',
  changed: 'Cambia',
  withdrawn: 'Se retira',
}

/** The most sales of a dry run whose figures are kept to be compared. */
export const MAX_COMPARED_SALES = 1000

/** File names that the screen offers; the content decides. */
export const exportFileTypes = ['.ndjson', '.gz', '.zip', '.xlsx'] as const
