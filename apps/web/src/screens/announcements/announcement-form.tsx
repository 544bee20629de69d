import {
  type Audience,
  type AudienceKind,
  announcementErrors,
  announcementLimits,
  type Reach,
  reachSentence,
} from '@carpeta/domain/announcements/announcement-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import {
  ANNOUNCEMENTS,
  type AnnouncementFields,
  type AnnouncementReach,
  announcementQuery,
  audiencesQuery,
  saveAnnouncement,
  type WireAnnouncement,
} from '../../api/announcements.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useDialogForm } from '../../forms/use-dialog-form.ts'
import { NativeSelect, Textarea, TextInput } from '../../ui/fields/inputs.ts'
import { LabelledSwitch } from '../../ui/fields/labelled-switch.tsx'

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

interface Props {
  /** Null creates one. */
  announcement: WireAnnouncement | null
  onSaved?: (saved: WireAnnouncement) => void
  onClose: () => void
}

export function AnnouncementForm({ announcement, onSaved, onClose }: Props) {
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
    <FormDialog {...dialog} title={announcement ? 'Editar aviso' : 'Redactar aviso'} size="lg">
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
        rows={8}
        maxLength={announcementLimits.body}
        error={errors.body?.message}
      />
      <NativeSelect
        {...register('audience')}
        label="Para quién"
        description={reach && reachSentence(reach, sendsEmail)}
        data={audienceChoices(reaches, audience)}
        value={audience}
      />
      <LabelledSwitch
        label="Enviar también por correo"
        description="Solo a quienes aceptan recibir los avisos por correo."
        isOn={sendsEmail}
        onMove={(isOn) => setValue('sends_email', isOn, { shouldDirty: true })}
      />
      <TextInput
        {...register('visible_until')}
        type="date"
        label="Visible hasta (opcional)"
        description="Después de ese día los socios ya no lo ven."
        error={errors.visible_until?.message}
      />
    </FormDialog>
  )
}

/** The value of an audience in a select. */
export function keyOf({ audience, project, condominium }: Audience): string {
  return JSON.stringify([audience, project, condominium])
}

function audienceOf(key: string): Audience {
  const [audience, project, condominium] = JSON.parse(key) as [AudienceKind, string, string]
  return { audience, project, condominium }
}

export function reachOf(reaches: AnnouncementReach[], key: string): Reach | undefined {
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
