import { can } from '@carpeta/domain/access/permissions'
import { useState } from 'react'
import { Link } from 'react-router'
import type { HelpPage } from '../../api/help/help-pages.ts'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { helpTopicAddress, type OwnHelpTopic, ownHelpTopics } from '../../help/help-address.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PlusIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { drawings } from './drawings.tsx'
import classes from './help.module.css'
import { OwnPageForm } from './own-pages/own-page-form.tsx'
import { OwnPages } from './own-pages/own-pages.tsx'
import { RemovePage } from './own-pages/remove-page.tsx'
import { ownTopicTitles } from './own-topic-titles.ts'

const summaries: Record<OwnHelpTopic, string> = {
  payment: 'Dónde transferir, cómo avisar y por qué cambia el monto en pesos.',
  statement: 'Qué dice cada parte y qué significa cada estado de una cuota.',
  deed: 'Qué pasa en cada uno, quién actúa y qué viene después.',
  requests: 'Cómo enviarlo con sus documentos y seguir la respuesta.',
  device: 'Cómo instalar la Carpeta Virtual y ver tu cuenta sin internet.',
}

export function Screen() {
  const user = useStoredUser()
  const isEditor = user ? can(user, 'announcements.publish_announcements') : false
  const [edited, setEdited] = useState<HelpPage | 'new' | null>(null)
  const [removed, setRemoved] = useState<HelpPage | null>(null)
  return (
    <Page
      title="Ayuda"
      actions={
        isEditor && (
          <Button leftSection={<PlusIcon size={18} />} onClick={() => setEdited('new')}>
            Añadir página
          </Button>
        )
      }
    >
      <ul className={classes.topics}>
        {ownHelpTopics.map((topic) => (
          <li key={topic}>
            <Link className={classes.topic} to={helpTopicAddress(topic)}>
              {drawings[topic]}
              <span className={classes.title}>{ownTopicTitles[topic]}</span>
              <span className={classes.summary}>{summaries[topic]}</span>
            </Link>
          </li>
        ))}
      </ul>
      <OwnPages isEditor={isEditor} onEdit={setEdited} onRemove={setRemoved} />
      <p className={classes.contact}>
        ¿No encontraste lo que buscabas? Escribe a <CooperativeEmail />.
      </p>
      {edited && (
        <OwnPageForm page={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {removed && <RemovePage page={removed} onClose={() => setRemoved(null)} />}
    </Page>
  )
}
