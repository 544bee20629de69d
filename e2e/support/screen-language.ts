export interface LanguageProblem {
  word: string
  problem: 'English' | "'usted'" | 'without its accent'
}

// A language is told by words that occur in no sentence of ours in Spanish.

/** Texts that the specification quotes. */
const QUOTED = [
  'Ingrese un comentario',
  'Ingrese nombre',
  'Ingrese apellido',
  'Ingrese email',
  'Ingrese una contraseña',
  'Ambos passwords deben coincidir',
  'Se ha cerrado la sesión por inactividad. Para continuar, vuelva a iniciar sesión',
]

const ENGLISH = wordPattern(
  `the of and is are was were you your with for from this that these please not by at must cannot
  have it its been user users password passwords loading save saved delete deleted close closed search
  open opened file files next previous page pages request requests payment payments logout click
  submit send sent upload download required invalid unknown failed dashboard back settings session
  network browser undefined`,
)

/** Commands to an 'usted', which begin a sentence or follow a comma or 'por favor'. */
const FORMAL = new RegExp(
  `(?:^|[.:;!?,] (?:y |o )?|por favor,? )(?<word>${spaced(`
    abra acepte acérquese active adjunte agregue asegúrese borre busque cambie cargue cierre
    complete comuníquese confirme consulte contacte copie corrija cree descargue diríjase elija
    elimine envíe escoja escriba espere guarde haga indique informe ingrese inicie instale intente
    lea llame marque pida presione pruebe pulse quite recuerde revise seleccione solicite suba
    tome utilice vaya vea verifique vuelva
  `).join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
)

const USTED = /(?<![\p{L}])(?<word>ustedes|usted|uds?\.)(?![\p{L}])/iu

const NO_ACCENT = wordPattern(
  `numero telefono contrasena dias pagina codigo ultimo ultima tambien aqui asi dia proximo proxima
  credito deposito tramite tramites articulo valido valida electronico sesion accion direccion
  informacion descripcion opcion version revision inscripcion cancelacion notificacion operacion
  sera estara podra tendra habra despues ningun segun algun`,
)

/** What shows that a text is no Spanish sentence that says 'tú'; of each kind the first word. */
export function languageProblems(text: string): LanguageProblem[] {
  const own = QUOTED.reduce((rest, quoted) => rest.replaceAll(quoted, ' '), text)
  return (
    [
      ['English', ENGLISH],
      ["'usted'", FORMAL],
      ["'usted'", USTED],
      ['without its accent', NO_ACCENT],
    ] as const
  ).flatMap(([problem, pattern]) => {
    const word = pattern.exec(own)?.groups?.word
    return word === undefined ? [] : [{ word, problem }]
  })
}

function wordPattern(words: string): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}_-])(?<word>${spaced(words).join('|')})(?![\\p{L}\\p{N}_-])`,
    'iu',
  )
}

function spaced(words: string): string[] {
  return words.trim().split(/\s+/)
}
