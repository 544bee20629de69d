import { linkLife } from '@carpeta/domain/access/link-rules'
import { can } from '@carpeta/domain/access/permissions'
import {
  type HelpPageForm,
  helpPageErrors,
  helpPageLimits,
  helpTopics,
  helpTopicTitles,
} from '@carpeta/domain/help/help-page-rules'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { WriteToUs } from '../environment/write-to-us.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { ruleResolver } from '../forms/rule-resolver.ts'
import { useDialogForm } from '../forms/use-dialog-form.ts'
import { RemoveRow } from '../list/actions/remove-row.tsx'
import { RowActionButtons } from '../list/actions/row-action-buttons.tsx'
import { Urgency } from '../requests/member/urgency.tsx'
import { useIsExtended } from '../session/extended.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { useStoredUser } from '../session/use-stored-user.ts'
import { Button } from '../ui/buttons/button.tsx'
import { NativeSelect, Textarea, TextInput } from '../ui/fields/inputs.ts'
import { withFormerAddresses } from '../ui/former-addresses.ts'
import { PlusIcon } from '../ui/icons/icons.tsx'
import { BackLink } from '../ui/layout/back-link.tsx'
import { DividedList } from '../ui/layout/divided-list.tsx'
import { Page } from '../ui/layout/page.tsx'
import {
  HELP_PAGES,
  type HelpPage,
  helpPagesQuery,
  removeHelpPage,
  saveHelpPage,
  startHelp,
} from './calls.ts'
import classes from './help.module.css'
import {
  helpPageAddress,
  helpTopicAddress,
  type OwnHelpTopic,
  ownHelpTopics,
} from './help-address.ts'
import { ownTopicTitles } from './help-frame.tsx'

const summaries: Record<OwnHelpTopic, string> = {
  payment: 'Con tu tarjeta o por transferencia, y por qué cambia el monto en pesos.',
  statement: 'Qué dice cada parte y qué significa cada estado de una cuota.',
  deed: 'Qué pasa en cada uno, quién actúa y qué viene después.',
  requests: 'Cómo enviarlo con sus documentos y seguir la respuesta.',
  device: 'Cómo instalar la Carpeta Virtual y ver tu cuenta sin internet.',
}

export const loader = withFormerAddresses(
  { tema: (topic) => `/help/${topic}`, pagina: (id) => `/help/pages/${id}` },
  startHelp,
)

export function Component() {
  const user = useStoredUser()
  const isEditor = user ? can(user, 'announcements.publish_announcements') : false
  const [edited, setEdited] = useState<HelpPage | 'new' | null>(null)
  const [removed, setRemoved] = useState<HelpPage | null>(null)
  return (
    <Page
      title="Ayuda"
      back={<BackLink to="/dashboard">Volver</BackLink>}
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
      <ShortQuestions />
      <OwnPages isEditor={isEditor} onEdit={setEdited} onRemove={setRemoved} />
      <p className={classes.contact}>
        ¿No encontraste lo que buscabas? <WriteToUs isFirst />.
      </p>
      {edited && (
        <OwnPageForm page={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {removed && (
        <RemoveRow
          subject={removed.title}
          queryKey={[HELP_PAGES]}
          remove={() => removeHelpPage(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </Page>
  )
}

/** Questions whose answers are too short for a page each. */
function ShortQuestions() {
  const isExtended = useIsExtended()
  return (
    <section className={classes.own}>
      <h2>Preguntas cortas</h2>
      <dl className={classes.terms}>
        <div>
          <dt>Olvidé mi contraseña, o quiero otra</dt>
          <dd>
            En la página para ingresar, «Olvidé mi contraseña» te envía un correo.{' '}
            {linkLife('restore')} Si ya ingresaste, está{' '}
            <Link to="/change-password">Cambiar contraseña</Link>.
          </dd>
        </div>
        {isExtended && (
          <>
            <div>
              <dt>Qué es una llave de acceso</dt>
              <dd>
                Otra forma de ingresar, sin escribir la contraseña: tu teléfono o computador te
                reconoce con tu huella, tu cara o su clave. Se agrega en{' '}
                <Link to="/profile">Mi perfil</Link>, si quieres.
              </dd>
            </div>
            <div>
              <dt>Quién ve mi compra, y cómo la ve mi cónyuge</dt>
              <dd>
                En <Link to="/profile#quien-ve">Quién ve mi compra</Link>, de tu perfil, das acceso
                al co-titular que la contabilidad informa con su rut. Entra con su propia cuenta y
                puedes quitarle el acceso cuando quieras.
              </dd>
            </div>
          </>
        )}
        <div>
          <dt>Tengo una urgencia en mi casa</dt>
          <dd>
            <Urgency />
          </dd>
        </div>
      </dl>
    </section>
  )
}

interface Props {
  isEditor: boolean
  onEdit: (page: HelpPage) => void
  onRemove: (page: HelpPage) => void
}

/** The cooperative's own pages; for staff with their actions. */
function OwnPages({ isEditor, onEdit, onRemove }: Props) {
  const { data: pages, error, refetch } = useQuery(helpPagesQuery)
  const isEmpty = !pages || pages.length === 0
  if (isEmpty && !error && !(pages && isEditor)) return null
  return (
    <section className={classes.own}>
      <h2>De tu cooperativa</h2>
      {error && !pages && <LoadFailure error={error} onRetry={() => void refetch()} />}
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

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg width="96" height="72" viewBox="0 0 96 72" aria-hidden="true">
      <ellipse cx="48" cy="65" rx="40" ry="5" fill="#f0e9de" />
      {children}
    </svg>
  )
}

const line = { stroke: '#9accc8', strokeWidth: 3, strokeLinecap: 'round' } as const

/** One small drawing for each topic. */
const drawings: Record<OwnHelpTopic, ReactNode> = {
  payment: (
    <Drawing>
      <rect x="14" y="22" width="52" height="36" rx="5" fill="#0e6e6e" />
      <rect x="14" y="29" width="52" height="7" fill="#0a5656" />
      <path d="M22 48h16" stroke="#faf7f2" strokeWidth="3" strokeLinecap="round" />
      <circle cx="70" cy="46" r="15" fill="#b65a2a" stroke="#fffdf9" strokeWidth="3" />
      <path
        d="M70 38v16M65.5 50c1 1.8 8.5 2.4 8.5-1.6 0-4.6-8-2.2-8-6 0-3.4 6.4-3.4 7.6-1"
        fill="none"
        stroke="#fffdf9"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </Drawing>
  ),
  statement: (
    <Drawing>
      <path
        d="M26 8h34l12 12v40a3 3 0 0 1-3 3H26a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3z"
        fill="#fffdf9"
        stroke="#e4dcd0"
        strokeWidth="1.5"
      />
      <path d="M60 8v12h12z" fill="#e4f0ee" />
      <path d="M31 22h18M31 32h10M31 42h10M31 52h10" {...line} />
      <path d="M50 32h14M50 42h14" stroke="#0e6e6e" strokeWidth="3" strokeLinecap="round" />
      <path d="M50 52h14" stroke="#b65a2a" strokeWidth="3" strokeLinecap="round" />
    </Drawing>
  ),
  deed: (
    <Drawing>
      <path
        d="M18 14h40a3 3 0 0 1 3 3v43a3 3 0 0 1-3 3H18a3 3 0 0 1-3-3V17a3 3 0 0 1 3-3z"
        fill="#fffdf9"
        stroke="#e4dcd0"
        strokeWidth="1.5"
      />
      <path d="M23 42V29l14-11 14 11v13z" fill="#e4f0ee" />
      <path
        d="M23 42V29l14-11 14 11v13zM33 42v-8h8v8"
        fill="none"
        stroke="#0e6e6e"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path d="M23 52h18" {...line} />
      <path d="m54 56 3-9 21-27 6 5-21 27z" fill="#b65a2a" />
      <path d="m54 56 3-9 6 5z" fill="#12303b" />
    </Drawing>
  ),
  requests: (
    <Drawing>
      <path
        d="M14 20a4 4 0 0 1 4-4h40a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H32L21 57v-9h-3a4 4 0 0 1-4-4z"
        fill="#0e6e6e"
      />
      <path d="M23 27h30M23 37h20" stroke="#faf7f2" strokeWidth="3" strokeLinecap="round" />
      <circle cx="70" cy="48" r="13" fill="#2e7d4f" stroke="#fffdf9" strokeWidth="3" />
      <path
        d="m64 48.5 4.4 4.4 8-8.6"
        fill="none"
        stroke="#fffdf9"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Drawing>
  ),
  device: (
    <Drawing>
      <rect x="31" y="6" width="34" height="58" rx="6" fill="#12303b" />
      <rect x="34" y="12" width="28" height="44" rx="2" fill="#fffdf9" />
      <path d="M39 22h12M39 30h18M39 38h18" {...line} />
      <path d="M39 46h10" stroke="#b65a2a" strokeWidth="3" strokeLinecap="round" />
      <circle cx="68" cy="50" r="13" fill="#0e6e6e" stroke="#fffdf9" strokeWidth="3" />
      <path
        d="M68 43v10m-4.5-4 4.5 4.5 4.5-4.5M62.5 57h11"
        fill="none"
        stroke="#fffdf9"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Drawing>
  ),
}
