import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = `${import.meta.dirname}/..`

/** Texts that members read: whatever is not in a folder or a file of staff alone. */
const texts = [
  'apps/web/src/**/*.{ts,tsx}',
  'packages/domain/src/**/*.ts',
  'apps/api/src/*/*-emails.ts',
  'apps/api/src/sales/sales-jobs.ts',
  'apps/api/src/{personal-data,statements}/*.ts',
  'deploy/nginx/*.html',
]

const ofStaff = [
  /\.test\.|\/testing\//,
  /^apps\/web\/src\/(.+\/)?staff\//,
  /^apps\/web\/src\/(audit|calendar|imports|procedures|reports|setup|users|view-as)\//,
  /^packages\/domain\/src\/(audit|imports|reports|setup)\//,
  /^packages\/domain\/src\/sales\/sale-findings\.ts$/,
  /^packages\/domain\/src\/member-documents\//,
  // A command tells staff why a person is not erased.
  /^apps\/api\/src\/personal-data\/(erase|erasure)/,
]

/** Lines of such files that only staff read. */
const linesOfStaff = [
  'La venta ya no está a nombre de este socio',
  'Ninguna venta es de este proyecto',
  // A migration wrote it into the catalogue, where staff may change it.
  'ventas y pagos, queda durante su plazo',
  'Ese pago ya no está en la venta.',
  "'venta abierta' : 'ventas abiertas'",
  "'una venta abierta' : 'ventas abiertas'",
]

/** A word in a sentence: neither a name of the code nor one of the wire. */
const buying = /\bVentas?\b|\p{L} (?<!\b(?:const|let|as) )ventas?\b(?![=:])|^\s+ventas? \p{L}/u

/** 'usted', which only sentences of the specification say; a command begins a sentence. */
const formal =
  /\b(usted|vuelva a|ingrese|seleccione|comuníquese|contáctese)\b|(?<=['"`>.:] ?)(?:Abra|Acepte|Adjunte|Agregue|Busque|Cambie|Cierre|Complete|Confirme|Consulte|Descargue|Elija|Envíe|Escriba|Espere|Guarde|Haga|Intente|Inténtelo|Lea|Llame|Marque|Pida|Presione|Pruebe|Revise|Revíselo|Solicite|Suba|Vaya|Vea|Verifique|Vuelva)\b/i
const ofSpecification = [
  'Para continuar, vuelva a iniciar sesión',
  'Ingrese nombre',
  'Ingrese apellido',
  'Ingrese email',
  'Ingrese una contraseña',
  'Ingrese un comentario',
]

/** An 'enlace'; only sentences of the specification say link. */
const linked = /\b(?:el|un|este|ese|otro|tu|del|al|los|con|por) links?\b/i
const linkedOfSpecification = [
  'El link ya no está disponible',
  'Te enviamos un correo electrónico con un link para recuperar tu contraseña.',
]

/** A request is a 'trámite' for members, and a 'solicitud' with its number. */
const asking = /\b(tus? solicitud(?:es)?|esta solicitud)\b(?! (?:\$?\{requestNumber|\$\{quoted))/
const requestsOfStaff = [
  // Staff read them.
  'Otra persona cambió esta solicitud mientras la mirabas.',
  'El plazo de esta solicitud no se puede prorrogar',
]
const numbered = [
  // The number follows.
  'packages/domain/src/personal-data/access-labels.ts',
  'apps/api/src/requests/request-emails.ts',
]

interface Line {
  path: string
  text: string
}

const lines: Line[] = globSync(texts, { cwd: root })
  .filter((path) => !ofStaff.some((staff) => staff.test(path)))
  .flatMap((path) =>
    withoutComments(readFileSync(`${root}/${path}`, 'utf8'))
      .split('\n')
      .map((text) => ({ path, text })),
  )

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/ .*$/gm, '')
}

function found(word: RegExp, exceptions: string[]): string[] {
  return lines
    .filter(({ text }) => word.test(text) && !exceptions.some((known) => text.includes(known)))
    .map(({ path, text }) => `${path}: ${text.trim()}`)
}

test('what Rosa reads calls what she bought a purchase, and never a sale (§12.1317)', () => {
  expect(lines.length).toBeGreaterThan(20_000)
  expect(found(buying, linesOfStaff)).toEqual([])
})

test('what Rosa reads addresses her as tú, but for sentences of the specification (§12.1317)', () => {
  expect(found(formal, ofSpecification)).toEqual([])
  for (const sentence of ofSpecification) {
    expect(lines.some(({ text }) => text.includes(sentence))).toBe(true)
  }
})

test('what Rosa follows is an enlace, but for sentences of the specification (§12.1728)', () => {
  expect(found(linked, linkedOfSpecification)).toEqual([])
  for (const sentence of linkedOfSpecification) {
    expect(lines.some(({ text }) => text.includes(sentence))).toBe(true)
  }
})

test('what Rosa reads names a request a trámite, or a solicitud with its number (§12.1317)', () => {
  const unnumbered = found(asking, requestsOfStaff).filter(
    (line) => !numbered.some((path) => line.startsWith(path)),
  )
  expect(unnumbered).toEqual([])
})
