import { type Refusal, refusal, taken, tooMany } from '../errors/refusal.ts'
import { cleanText, type WrittenText, writtenTextErrors } from '../text/written-text-rules.ts'

/** What a page belongs to: one of the portal's own help pages, or none of them. */
export const helpTopics = ['payment', 'statement', 'deed', 'requests', 'other'] as const
export type HelpTopic = (typeof helpTopics)[number]

export const helpTopicTitles: Record<HelpTopic, string> = {
  payment: 'Cómo pagar',
  statement: 'Cómo leer tu estado de cuenta',
  deed: 'Los pasos de tu escritura',
  requests: 'Cómo pedir un trámite',
  other: 'Más de tu cooperativa',
}

export const helpPageLimits = { title: 120, body: 5000, pages: 50 } as const

export const helpPageMessages = {
  titleTaken: taken('Ya existe una página con este título'),
  tooMany: tooMany(`Hay ${helpPageLimits.pages} páginas, y no caben más. Elimina o junta algunas.`),
  changedMeanwhile: refusal(
    'changed_meanwhile',
    'Otra persona cambió esta página mientras la editabas. Copia tu texto, actualiza y vuelve a intentarlo.',
  ),
  changedBeforeRemoval: refusal(
    'changed_meanwhile',
    'Otra persona cambió esta página mientras la mirabas. Actualiza antes de eliminarla.',
  ),
} as const

/** A page that the cooperative adds to the help. */
export interface HelpPageForm extends WrittenText {
  topic: HelpTopic
}

export type HelpPageErrors = Partial<Record<keyof HelpPageForm, Refusal>>

/** All failures, keyed like the server's 400. */
export function helpPageErrors(form: WrittenText): HelpPageErrors {
  return writtenTextErrors(form, helpPageLimits)
}

/** As the database stores it. */
export function cleanHelpPage({ topic, title, body }: HelpPageForm): HelpPageForm {
  return { topic, title: cleanText(title), body: cleanText(body) }
}
