import {
  type Audience,
  type AudienceKind,
  announcementErrors,
  announcementLimits,
  audienceLabel,
  publishLabel,
  type Reach,
  reachSentence,
} from '@carpeta/domain/announcements/announcement-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Confirmation, StillReading } from '../../forms/confirmation.tsx'
import { FieldPair } from '../../forms/field-pair.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useDialogForm } from '../../forms/use-dialog-form.ts'
import { useRowPath } from '../../list/row-path.ts'
import { RefusedNotice } from '../../session/failures/refused-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { NativeSelect, Textarea, TextInput } from '../../ui/fields/inputs.ts'
import { LabelledSwitch } from '../../ui/fields/labelled-switch.tsx'
import { CopyIcon, PencilIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import classes from './announcements.module.css'
import {
  ANNOUNCEMENTS,
  type AnnouncementFields,
  type AnnouncementReach,
  announcementQuery,
  audiencesQuery,
  copyAnnouncement,
  deleteAnnouncement,
  publishAnnouncement,
  saveAnnouncement,
  type WireAnnouncement,
  withdrawAnnouncement,
} from './calls.ts'

type Opened = 'edit' | 'publish' | 'withdraw' | 'remove'

/** What may be done with the announcement in its state. */
export function AnnouncementActions({ announcement }: { announcement: WireAnnouncement }) {
  const { state } = announcement
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <div className={classes.actions}>
      {state === 'draft' && (
        <>
          <Button onClick={() => setOpened('publish')}>Publicar</Button>
          <Button
            variant="default"
            leftSection={<PencilIcon size={18} />}
            onClick={() => setOpened('edit')}
          >
            Editar
          </Button>
        </>
      )}
      {state === 'scheduled' && (
        <>
          <Button onClick={() => setOpened('publish')}>Publicar ahora</Button>
          <Button variant="default" onClick={() => setOpened('withdraw')}>
            Dejar como borrador
          </Button>
        </>
      )}
      <Copy announcement={announcement} />
      {state === 'draft' && (
        <Button
          variant="default"
          leftSection={<TrashIcon size={18} />}
          onClick={() => setOpened('remove')}
        >
          Eliminar
        </Button>
      )}
      {state === 'published' && (
        <Button variant="default" onClick={() => setOpened('withdraw')}>
          Retirar
        </Button>
      )}
      {opened === 'edit' && <AnnouncementForm announcement={announcement} onClose={close} />}
      {opened === 'publish' && <PublishDialog announcement={announcement} onClose={close} />}
      {opened === 'withdraw' && <Withdraw announcement={announcement} onClose={close} />}
      {opened === 'remove' && <Remove announcement={announcement} onClose={close} />}
    </div>
  )
}

interface ActionProps {
  announcement: WireAnnouncement
  onClose: () => void
}

/** The copy opens, so that it can be changed. */
function Copy({ announcement }: { announcement: WireAnnouncement }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const pathOf = useRowPath('/announcements')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function copy() {
    setBusy(true)
    setFailure(undefined)
    try {
      const { id } = await copyAnnouncement(announcement)
      await client.invalidateQueries({ queryKey: [ANNOUNCEMENTS] })
      void navigate(pathOf(id))
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<CopyIcon size={18} />}
        loading={isBusy}
        onClick={() => void copy()}
      >
        Copiar como borrador
      </Button>
      {failure !== undefined && <RefusedNotice error={failure} />}
    </>
  )
}

function Withdraw({ announcement, onClose }: ActionProps) {
  const client = useQueryClient()
  const isScheduled = announcement.state === 'scheduled'
  return (
    <Confirmation
      title={isScheduled ? 'Dejar como borrador' : 'Retirar el aviso'}
      confirm={isScheduled ? 'Dejar como borrador' : 'Retirar'}
      isDanger={!isScheduled}
      action={async () => {
        const withdrawn = await withdrawAnnouncement(announcement)
        client.setQueryData(announcementQuery(announcement.id).queryKey, withdrawn)
        await client.invalidateQueries({ queryKey: [ANNOUNCEMENTS] })
      }}
      onClose={() => {
        // A refusal says that it changed meanwhile: the page behind shows how it is now.
        void client.invalidateQueries({ queryKey: announcementQuery(announcement.id).queryKey })
        onClose()
      }}
    >
      {isScheduled ? (
        <p>«{announcement.title}» no se publicará. Puedes cambiarlo y publicarlo después.</p>
      ) : (
        <p>Los socios dejarán de ver «{announcement.title}».</p>
      )}
      {announcement.sends_email && !isScheduled && (
        <p>
          Los correos que aún no salen no se enviarán; los que ya salieron no se pueden retirar.
        </p>
      )}
    </Confirmation>
  )
}

function Remove({ announcement, onClose }: ActionProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const pathOf = useRowPath('/announcements')
  return (
    <Confirmation
      title="Eliminar el borrador"
      confirm="Eliminar"
      isDanger
      action={async () => {
        await deleteAnnouncement(announcement)
        void navigate(pathOf(null), { replace: true })
        await client.invalidateQueries({ queryKey: [ANNOUNCEMENTS, 'active'] })
      }}
      onClose={() => {
        // As above.
        void client.invalidateQueries({ queryKey: announcementQuery(announcement.id).queryKey })
        onClose()
      }}
    >
      <p>Se eliminará «{announcement.title}» con sus archivos. No se puede deshacer.</p>
    </Confirmation>
  )
}

/** Tells how many people the announcement reaches before it is published. */
function PublishDialog({ announcement, onClose }: ActionProps) {
  const client = useQueryClient()
  const { data: reaches, isPending } = useQuery(audiencesQuery)
  const reach = reaches && reachOf(reaches, keyOf(announcement))
  const [isLater, setLater] = useState(false)
  const [moment, setMoment] = useState({ day: '', time: '09:00' })
  return (
    <Confirmation
      title="Publicar el aviso"
      confirm={isLater ? 'Programar' : publishLabel(reach)}
      action={async () => {
        const publishAt = isLater ? `${moment.day}T${moment.time}` : null
        const published = await publishAnnouncement(announcement, publishAt)
        client.setQueryData(announcementQuery(announcement.id).queryKey, published)
        await client.invalidateQueries({ queryKey: [ANNOUNCEMENTS] })
      }}
      onClose={onClose}
      failureOf={(error) => <RefusedNotice error={error} />}
    >
      <p>
        «{announcement.title}», para <strong>{audienceLabel(announcement)}</strong>.
      </p>
      {isPending && <StillReading>Contando a quiénes llega…</StillReading>}
      <p aria-live="polite">
        {reach
          ? reachSentence(reach, announcement.sends_email)
          : reaches && 'Hoy ninguna venta es de este proyecto o condominio.'}
      </p>
      {announcement.state === 'draft' && (
        <LabelledSwitch
          label="Publicar más tarde"
          description="Los socios lo ven, y sale el correo, a la hora que elijas."
          isOn={isLater}
          onMove={setLater}
        />
      )}
      {isLater && (
        <FieldPair>
          <DateField
            label="Día"
            value={moment.day}
            onChange={({ target }) => setMoment({ ...moment, day: target.value })}
          />
          <TextInput
            label="Hora de Santiago"
            type="time"
            value={moment.time}
            onChange={({ currentTarget }) => setMoment({ ...moment, time: currentTarget.value })}
          />
        </FieldPair>
      )}
      <p>
        {isLater
          ? 'Hasta entonces puedes dejarlo otra vez como borrador.'
          : 'Después de publicarlo no se puede cambiar, solo retirar.'}
      </p>
    </Confirmation>
  )
}

interface FormProps {
  /** Null creates one. */
  announcement: WireAnnouncement | null
  onSaved?: (saved: WireAnnouncement) => void
  onClose: () => void
}

/** Writes an announcement, or changes a draft. */
export function AnnouncementForm({ announcement, onSaved, onClose }: FormProps) {
  const client = useQueryClient()
  const { form, errors, dialog } = useDialogForm<TypedAnnouncement>({
    defaultValues: {
      title: announcement?.title ?? '',
      body: announcement?.body ?? '',
      audience: keyOf(announcement ?? everyone),
      sends_email: announcement?.sends_email ?? false,
      visible_until: announcement?.visible_until ?? '',
    },
    resolver,
    names,
    resource: ANNOUNCEMENTS,
    save: async (typed) => {
      const saved = await saveAnnouncement(announcement, fieldsFrom(typed))
      client.setQueryData(announcementQuery(saved.id).queryKey, saved)
      onSaved?.(saved)
    },
    onClose,
  })
  const { register, control, setValue } = form
  const { data: reaches = [] } = useQuery(audiencesQuery)
  const [audience, sendsEmail] = useWatch({ control, name: ['audience', 'sends_email'] })
  const reach = reachOf(reaches, audience)

  return (
    <FormDialog
      {...dialog}
      title={announcement ? 'Editar aviso' : 'Redactar aviso'}
      submit="Guardar borrador"
      size="lg"
    >
      <TextInput
        {...register('title')}
        label="Título"
        maxLength={announcementLimits.title}
        data-autofocus
        autoComplete="off"
        error={errors.title?.message}
      />
      <Textarea
        {...register('body')}
        label="Texto"
        description="Una línea en blanco separa los párrafos. Una dirección que empieza con https:// se vuelve un enlace."
        rows={6}
        maxLength={announcementLimits.body}
        error={errors.body?.message}
      />
      <FieldPair>
        <NativeSelect
          {...register('audience')}
          label="Para quién"
          description={reach && reachSentence(reach, sendsEmail)}
          data={audienceChoices(reaches, audience)}
          value={audience}
        />
        <DateField
          {...register('visible_until')}
          label="Visible hasta (opcional)"
          description="Después de ese día los socios ya no lo ven."
          error={errors.visible_until?.message}
        />
      </FieldPair>
      <LabelledSwitch
        label="Enviar también por correo"
        description="Solo a quienes aceptan recibir los avisos por correo."
        isOn={sendsEmail}
        onMove={(isOn) => setValue('sends_email', isOn, { shouldDirty: true })}
      />
    </FormDialog>
  )
}

interface TypedAnnouncement {
  title: string
  body: string
  /** The key of an audience. */
  audience: string
  sends_email: boolean
  visible_until: string
}

const names = ['title', 'body', 'visible_until'] as const

function fieldsFrom({ audience, ...typed }: TypedAnnouncement): AnnouncementFields {
  return { ...typed, ...audienceOf(audience) }
}

const resolver = ruleResolver<TypedAnnouncement>((typed) => {
  const { title, body, visible_until } = announcementErrors(fieldsFrom(typed))
  return { ...(title && { title }), ...(body && { body }), ...(visible_until && { visible_until }) }
})

const everyone = { audience: 'all', project: '', condominium: '' } as const

/** The value of an audience in a select. */
function keyOf({ audience, project, condominium }: Audience): string {
  return JSON.stringify([audience, project, condominium])
}

function audienceOf(key: string): Audience {
  const [audience, project, condominium] = JSON.parse(key) as [AudienceKind, string, string]
  return { audience, project, condominium }
}

function reachOf(reaches: AnnouncementReach[], key: string): Reach | undefined {
  return reaches.find((reach) => keyOf(reach) === key)
}

interface Choice {
  value: string
  label: string
}

/**
 * All members, then each project with its condominiums. The chosen audience stays a choice although
 * no sale has it any more.
 */
function audienceChoices(
  reaches: AnnouncementReach[],
  chosen: string,
): (Choice | { group: string; items: Choice[] })[] {
  const known = reachOf(reaches, chosen) || audienceOf(chosen).audience === 'all'
  const all = known ? reaches : [...reaches, audienceOf(chosen)]
  const projects = [...new Set(all.map(({ project }) => project).filter((name) => name !== ''))]
  return [
    { value: keyOf({ audience: 'all', project: '', condominium: '' }), label: 'Todos los socios' },
    ...projects.map((project) => ({
      group: project,
      items: all.filter((each) => each.project === project).map(choiceOf),
    })),
  ]
}

function choiceOf(audience: Audience): Choice {
  const { project, condominium } = audience
  const label = audience.audience === 'project' ? `${project}: todo el proyecto` : condominium
  return { value: keyOf(audience), label }
}
