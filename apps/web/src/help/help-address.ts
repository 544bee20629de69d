import type { HelpTopic } from '@carpeta/domain/help/help-page-rules'

/** The cooperative adds nothing to 'device'. */
export type OwnHelpTopic = Exclude<HelpTopic, 'other'> | 'device'

/** The query parameter of an open topic. */
export const TOPIC = 'tema'
/** The query parameter of an open page of the cooperative: its id. */
export const PAGE = 'pagina'

const slugs: Record<OwnHelpTopic, string> = {
  payment: 'pagar',
  statement: 'estado-de-cuenta',
  deed: 'escritura',
  requests: 'tramites',
  device: 'telefono',
}

export const ownHelpTopics = Object.keys(slugs) as OwnHelpTopic[]

export function helpTopicAddress(topic: OwnHelpTopic): string {
  return `/help?${new URLSearchParams({ [TOPIC]: slugs[topic] })}`
}

export function helpPageAddress(id: number): string {
  return `/help?${new URLSearchParams({ [PAGE]: String(id) })}`
}

/** @param slug from the address */
export function topicOf(slug: string | null): OwnHelpTopic | undefined {
  return ownHelpTopics.find((topic) => slugs[topic] === slug)
}
