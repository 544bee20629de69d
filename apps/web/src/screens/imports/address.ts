// Overview, one upload, one load and the tokens share one page, so that Back leads where it should.

export const VIEW = 'vista'
export const TOKENS = 'tokens'
export const UPLOAD = 'archivo'
export const LOAD = 'carga'

/** The history shows only loads with rejects that no later load corrected. */
export const WITH_REJECTS = 'con_rechazos'
export const HISTORY = 'historia'

export const searchOfUpload = (id: number) => `?${UPLOAD}=${id}`
export const searchOfLoad = (id: number) => `?${LOAD}=${id}`
export const searchOfTokens = `?${VIEW}=${TOKENS}`

/** A number of the address; null for anything else. */
export function readId(params: URLSearchParams, name: string): number | null {
  const id = Number(params.get(name))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
