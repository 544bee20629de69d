/** Whom to call in danger, in all of Chile; the one for fire and gas first. */
export const emergencyPhones = [
  { phone: '132', answers: 'Bomberos' },
  { phone: '131', answers: 'Ambulancia' },
  { phone: '133', answers: 'Carabineros' },
] as const

/** What somebody does who cannot wait for an answer. */
export const urgencyTexts = {
  /** Above the emergency telephones. */
  danger: 'Fuego, fuga de gas o heridos: llama ya',
  lead: 'Si es una urgencia sin peligro (agua, electricidad), no esperes una respuesta aquí',
  /** Before the cooperative's telephone, above its opening hours. */
  call: 'llama al',
  /** Below them. */
  closed:
    'Fuera de ese horario no atendemos: corta la llave de paso o el automático, y llama cuando abramos.',
} as const
