import type { Cooperative } from '../config/cooperative-settings.ts'
import { asArtifact, drawDocument, drawQr, type Element } from '../pdf/draw-document.ts'
import { drawContact, drawLetterhead, drawText, letterStyles as styles } from '../pdf/letter.ts'
import type { Doc, Style } from '../pdf/text.ts'
import { LEFT } from '../pdf/theme.ts'

export interface InvitationLetter {
  name: string
  isOfCompany: boolean
  /** Lines; empty ones are left out. */
  address: string[]
  link: string
}

export interface LettersDocument {
  cooperative: Cooperative
  /** The portal's address. */
  portal: string
  writtenOn: string
  lastDay: string
  letters: InvitationLetter[]
}

const QR_SIZE = 150

/** One page a letter. Runs in a thread of `pdf-pool.ts`. @param json a `LettersDocument` */
export function draw(json: string): Promise<Buffer> {
  const document: LettersDocument = JSON.parse(json)
  return drawDocument({
    title: 'Cartas de invitación',
    drawContent: (doc, root) => {
      document.letters.forEach((letter, place) => {
        if (place > 0) doc.addPage()
        drawLetter(doc, root, document, letter)
      })
    },
    drawIncomplete: () => {},
    drawEdges: (doc) => drawContact(doc, document.cooperative),
  })
}

function drawLetter(
  doc: Doc,
  root: Element,
  { cooperative, portal, writtenOn, lastDay }: LettersDocument,
  { name, isOfCompany, address, link }: InvitationLetter,
): void {
  drawLetterhead(doc, root, cooperative.company)
  doc.y += 12
  const write = (text: string, style: Style = styles.text) => {
    drawText(doc, root, 'P', text, style)
    doc.y += 8
  }
  write(writtenOn)
  write(name, styles.strong)
  for (const line of address.filter(Boolean)) write(line)
  doc.y += 18
  write('Tu Carpeta Virtual te espera', { ...styles.title, size: 20 })
  write(
    `${cooperative.company} abrió para ti una cuenta en la Carpeta Virtual: ahí puedes ver lo que debes, lo que has pagado y cómo avanza la escritura de tu propiedad.`,
  )
  write('1. Apunta la cámara de tu teléfono a este código y abre la página que te muestra.')
  const top = doc.y
  asArtifact(doc, () => drawQr(doc, link, { left: LEFT, top, size: QR_SIZE }))
  doc.y = top + QR_SIZE + 14
  write('Sin teléfono, escribe esta dirección en un navegador:')
  write(link, styles.small)
  write('2. Elige una contraseña.')
  const rut = isOfCompany ? 'el rut de la empresa' : 'tu rut'
  write(`3. Desde entonces entra en ${portal} con ${rut} y tu contraseña.`)
  doc.y += 8
  write(
    `El código es solo tuyo: sirve una vez, hasta el ${lastDay}. No se lo muestres a nadie.`,
    styles.strong,
  )
  write('Si venció o lo perdiste, pide otra carta en la oficina.')
}
