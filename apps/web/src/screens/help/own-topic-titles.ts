import { helpTopicTitles } from '@carpeta/domain/help/help-page-rules'
import type { OwnHelpTopic } from '../../help/help-address.ts'

export const ownTopicTitles: Record<OwnHelpTopic, string> = {
  ...helpTopicTitles,
  device: 'En tu teléfono y sin conexión',
}
