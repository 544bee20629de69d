import { refusal } from '../errors/refusal.ts'

/** An address that somebody else wrote, for the owner who chooses the account's first password without a link of it. */
export const unprovenEmail = {
  arrives: (email: string) =>
    `Los correos de tu cuenta llegan a ${email}, también el que sirve si olvidas la contraseña.`,
  remove: 'Ese correo no es mío: quítalo de mi cuenta',
  /** Its owner entered before, by a link of it as a rule. */
  entered: refusal(
    'refused',
    'Ya se entró antes a esta cuenta: su correo lo cambia la cooperativa, que comprueba quién eres. Desmarca «Ese correo no es mío» para seguir.',
  ),
  removed: 'Podrás agregar el tuyo en «Mi perfil».',
} as const
