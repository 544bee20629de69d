import { refusal } from './refusal.ts'
export const unknownErrorMessage = 'Ocurrió un error ...'
export const notFoundMessage = 'No encontrado'
export const deadLinkMessage = refusal('link_expired', 'El link ya no está disponible')
export const registrationClosedMessage = refusal(
  'registration_closed',
  'El registro no está disponible',
)
export const bodyTooLargeMessage = refusal('too_large', 'Los datos enviados son demasiado grandes.')
export const bodyTooSlowMessage =
  'Los datos no terminaron de llegar. Revisa tu conexión e inténtalo de nuevo.'
export const noFileExpectedMessage = refusal('file_not_expected', 'No se esperaba ningún archivo.')

/** Without an answer of the portal. */
export const noConnectionMessage = 'No hay conexión.'
/** Said to everybody, before the login too. */
export const noConnectionAdvice =
  'Puedes leer lo que ya se cargó; para lo demás, espera a que vuelva.'
/** In its fields, and nowhere else. */
export const textIsKeptMessage = 'Lo que escribiste sigue en la página.'
/** A login without cookies, as in a frame of another site. */
export const noCookiesMessage = 'Para ingresar, permite cookies o abre la página en otra pestaña.'

const MAX_ERROR_TEXT = 500

/** The message of a failed call for the user (docs/specification.md §8). Without an answer the status is 0. */
export function errorMessage(status: number, body: unknown): string {
  if (status === 0) return noConnectionMessage
  if (isErrorText(body) && status !== 500) return body
  if (Array.isArray(body) && isErrorText(body[0])) return body[0]
  // A proxy refuses a large upload with a page of its own.
  if (status === 413) return bodyTooLargeMessage.text
  return status === 404 ? notFoundMessage : unknownErrorMessage
}

export function isErrorText(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== '' && text.length < MAX_ERROR_TEXT
}
