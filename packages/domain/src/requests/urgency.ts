/** The number of Bomberos in all of Chile. */
export const FIRE_BRIGADE_PHONE = '132'

/** What somebody does who cannot wait for an answer; between its parts stand telephone numbers. */
export const urgencyTexts = {
  lead: 'Si es una urgencia (agua, gas, electricidad), no esperes una respuesta aquí',
  /** Before the cooperative's telephone. */
  call: 'llama al',
  /** After it. */
  hours: 'en horario de atención',
  /** Before the one of Bomberos. */
  fire: 'Con fuego o fuga de gas, llama a Bomberos:',
} as const
