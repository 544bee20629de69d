import { can } from '@carpeta/domain/access/permissions'
import {
  type HelpPageForm,
  helpPageErrors,
  helpPageLimits,
  helpTopics,
  helpTopicTitles,
} from '@carpeta/domain/help/help-page-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  HELP_PAGES,
  type HelpPage,
  helpPagesQuery,
  removeHelpPage,
  saveHelpPage,
} from '../../api/help-pages.ts'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { Confirmation } from '../../forms/confirmation.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useDialogForm } from '../../forms/use-dialog-form.ts'
import {
  helpPageAddress,
  helpTopicAddress,
  type OwnHelpTopic,
  ownHelpTopics,
} from '../../help/help-address.ts'
import { RowActionButtons } from '../../list/actions/row-action-buttons.tsx'
import { listTexts } from '../../list/list-texts.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { NativeSelect, Textarea, TextInput } from '../../ui/fields/inputs.ts'
import { PlusIcon } from '../../ui/icons/icons.tsx'
import { DividedList } from '../../ui/layout/divided-list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { drawings } from './drawings.tsx'
import classes from './help.module.css'
import { ownTopicTitles } from './help-frame.tsx'

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

interface Props {
  isEditor: boolean
  onEdit: (page: HelpPage) => void
  onRemove: (page: HelpPage) => void
}

/** The cooperative's own pages; for staff with their actions. */
function OwnPages({ isEditor, onEdit, onRemove }: Props) {
  const { data: pages, failure, refetch } = useOptionalQuery(helpPagesQuery)
  const isEmpty = !pages || pages.length === 0
  if (isEmpty && !failure && !(pages && isEditor)) return null
  return (
    <section className={classes.own}>
      <h2>De tu cooperativa</h2>
      {failure && !pages && <LoadFailure error={failure} onRetry={() => void refetch()} />}
      {pages?.length === 0 && (
        <p>
          Todavía no hay páginas propias. Añade, por ejemplo, el horario de atención o cómo llegar.
        </p>
      )}
      {pages && pages.length > 0 && (
        <DividedList>
          {pages.map((page) => (
            <li key={page.id}>
              <div className={classes.ownText}>
                <Link to={helpPageAddress(page.id)}>{page.title}</Link>
                {isEditor && <p className={classes.summary}>{helpTopicTitles[page.topic]}</p>}
              </div>
              {isEditor && (
                <RowActionButtons
                  actions={['edit', 'remove']}
                  subject={page.title}
                  onAction={(action) => (action === 'edit' ? onEdit(page) : onRemove(page))}
                />
              )}
            </li>
          ))}
        </DividedList>
      )}
    </section>
  )
}

const names = ['title', 'body'] as const
const resolver = ruleResolver<HelpPageForm>(helpPageErrors)
const topics = helpTopics.map((value) => ({ value, label: helpTopicTitles[value] }))

interface OwnPageFormProps {
  /** Null creates one. */
  page: HelpPage | null
  onClose: () => void
}

function OwnPageForm({ page, onClose }: OwnPageFormProps) {
  const { form, errors, dialog } = useDialogForm<HelpPageForm>({
    defaultValues: {
      topic: page?.topic ?? 'other',
      title: page?.title ?? '',
      body: page?.body ?? '',
    },
    resolver,
    names,
    resource: HELP_PAGES,
    save: (typed) => saveHelpPage(page, typed),
    onClose,
  })
  const { register } = form

  return (
    <FormDialog {...dialog} title={page ? 'Editar página' : 'Añadir página'} size="lg">
      <TextInput
        {...register('title')}
        label="Título"
        maxLength={helpPageLimits.title}
        data-autofocus
        autoComplete="off"
        error={errors.title?.message}
      />
      <NativeSelect
        {...register('topic')}
        label="Tema"
        description="También se lee al final de la página de ese tema."
        data={topics}
      />
      <Textarea
        {...register('body')}
        label="Texto"
        description="Una línea en blanco separa los párrafos. Una dirección que empieza con https:// se vuelve un enlace."
        rows={10}
        maxLength={helpPageLimits.body}
        error={errors.body?.message}
      />
    </FormDialog>
  )
}

interface RemovePageProps {
  page: HelpPage
  onClose: () => void
}

function RemovePage({ page, onClose }: RemovePageProps) {
  const client = useQueryClient()

  async function remove() {
    await removeHelpPage(page.id)
    await client.invalidateQueries({ queryKey: [HELP_PAGES] })
  }

  return (
    <Confirmation
      title="Eliminar"
      question={listTexts.remove}
      subject={page.title}
      done={listTexts.removed}
      action={remove}
      onClose={onClose}
    />
  )
}
