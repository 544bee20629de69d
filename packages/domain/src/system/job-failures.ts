// The text of an error may quote a person's data, and an answer of another system anything. Only these
// sentences, and a code of three digits, leave the server.
const known: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/ECONNREFUSED/, 'El otro servidor no acepta conexiones.'],
  [/ENOTFOUND|EAI_AGAIN/, 'No se encontró el otro servidor por su nombre.'],
  [/EHOSTUNREACH|ENETUNREACH/, 'No hay camino hasta el otro servidor.'],
  [
    /invalid login|authentication|EAUTH/i,
    'El servidor de correo rechazó el usuario o la contraseña.',
  ],
  [/STARTTLS/i, 'El servidor de correo no ofrece una conexión cifrada.'],
  [/certificate|self.signed/i, 'No se confía en el certificado del otro servidor.'],
  [/no space left|ENOSPC|disk full/i, 'No queda espacio en el disco.'],
  [/permission denied|EACCES|EPERM/i, 'El portal no tiene permiso para leer o escribir.'],
  [/ENOENT|no such file/i, 'Falta un archivo.'],
  [/deadlock|lock timeout/i, 'La base de datos estaba ocupada con otro cambio.'],
  [
    /statement timeout|canceling statement|query read timeout/i,
    'La base de datos demoró demasiado.',
  ],
  [/terminating connection|connection terminated/i, 'Se cortó la conexión con la base de datos.'],
  [/duplicate key|violates .*constraint/i, 'La base de datos no admite esos datos.'],
  [/ECONNRESET|EPIPE|socket hang up|socket close/i, 'Se cortó la conexión con el otro servidor.'],
  [/ETIMEDOUT|timed? ?out|never received/i, 'El otro servidor no respondió a tiempo.'],
]

/** What went wrong, without a word of the error's own text. */
export function jobFailure(error: string): string {
  const found = known.find(([pattern]) => pattern.test(error))
  if (found) return found[1]
  const [, code] = /^(?:.{0,60}: )?([45]\d\d)[ -]/.exec(error) ?? []
  return code ? `El otro servidor respondió con el código ${code}.` : 'Otro error.'
}
