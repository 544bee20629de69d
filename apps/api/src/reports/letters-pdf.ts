import QRCode from 'qrcode'
import type { Cooperative } from '../config/cooperative-settings.ts'
import { asArtifact, drawDocument, type Element, within } from '../pdf/draw-document.ts'
import { type Doc, drawLine, lineHeight, type Style, wrap } from '../pdf/text.ts'
import { BESIDE_LOGO, BOTTOM, colors, drawLogo, LEFT, WIDTH } from '../pdf/theme.ts'

export interface InvitationLetter {
  name: string
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

const { ink, inkSoft } = colors
const styles = {
  company: { weight: 'semibold', size: 11.5, color: ink },
  title: { weight: 'semibold', size: 20, color: ink },
  text: { weight: 'regular', size: 11.5, color: ink },
  strong: { weight: 'semibold', size: 11.5, color: ink },
  small: { weight: 'regular', size: 9, color: inkSoft },
} as const satisfies Record<string, Style>

const QR_SIZE = 150

/** One page a letter. Runs in a thread of `pdf-pool.ts`. @param json a `LettersDocument` */
export function draw(json: string): Promise<Buffer> {
  const document: LettersDocument = JSON.parse(json)
  const { company, contact_email, contact_phone } = document.cooperative
  return drawDocument({
    title: 'Cartas de invitación',
    drawContent: (doc, root) => {
      document.letters.forEach((letter, place) => {
        if (place > 0) doc.addPage()
        drawLetter(doc, root, document, letter)
      })
    },
    drawIncomplete: () => {},
    drawEdges: (doc) => {
      const text = [company, contact_email, contact_phone].filter(Boolean).join(' · ')
      const [line = ''] = wrap(doc, text, WIDTH, styles.small)
      drawLine(doc, line, LEFT, BOTTOM + 22, styles.small)
    },
  })
}

function drawLetter(
  doc: Doc,
  root: Element,
  { cooperative, portal, writtenOn, lastDay }: LettersDocument,
  { name, address, link }: InvitationLetter,
): void {
  asArtifact(doc, () => drawLogo(doc))
  doc.y = 50
  const write = (text: string, style: Style = styles.text, left = LEFT) => {
    const element = within(root, doc, 'P')
    for (const line of wrap(doc, text, LEFT + WIDTH - left, style)) {
      const y = doc.y
      element.add(() => drawLine(doc, line, left, y, style))
      doc.y += lineHeight(style)
    }
    doc.y += 8
  }
  write(cooperative.company, styles.company, BESIDE_LOGO)
  doc.y = 104
  write(writtenOn)
  write(name, styles.strong)
  for (const line of address.filter(Boolean)) write(line)
  doc.y += 18
  write('Tu Carpeta Virtual te espera', styles.title)
  write(
    `${cooperative.company} abrió para ti una cuenta en la Carpeta Virtual: ahí puedes ver lo que debes, lo que has pagado y cómo avanza la escritura de tu propiedad.`,
  )
  write('1. Apunta la cámara de tu teléfono a este código y abre la página que te muestra.')
  drawQr(doc, link)
  write('Sin teléfono, escribe esta dirección en un navegador:')
  write(link, styles.small)
  write('2. Elige una contraseña.')
  write(`3. Desde entonces entra en ${portal} con tu rut y tu contraseña.`)
  doc.y += 8
  write(
    `El código es solo tuyo: sirve una vez, hasta el ${lastDay}. No se lo muestres a nadie.`,
    styles.strong,
  )
  write('Si venció o lo perdiste, pide otra carta en la oficina.')
}

function drawQr(doc: Doc, text: string): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const unit = QR_SIZE / modules.size
  const top = doc.y
  asArtifact(doc, () => {
    for (let row = 0; row < modules.size; row++) {
      for (let column = 0; column < modules.size; column++) {
        if (modules.get(row, column)) {
          doc.rect(LEFT + column * unit, top + row * unit, unit, unit)
        }
      }
    }
    doc.fill(ink)
  })
  doc.y = top + QR_SIZE + 14
}
