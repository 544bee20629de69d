import { businessHoursText } from '@carpeta/domain/dates/business-hours-text'
import {
  DEFAULT_ANSWER_HOURS,
  procedureFormErrors,
  procedureLimits,
} from '@carpeta/domain/requests/procedure-rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useLocation } from 'react-router'
import { changedFields } from '../forms/changed-fields.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { ruleResolver } from '../forms/rule-resolver.ts'
import { useDialogForm } from '../forms/use-dialog-form.ts'
import type { RowPermissions } from '../list/actions/row-actions.ts'
import { List } from '../list/list.tsx'
import { ListActions } from '../list/list-actions.tsx'
import { type ListAddress, useListAddress } from '../list/list-address.ts'
import { useListSearch } from '../list/search-box.tsx'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { RefusedNotice } from '../session/failures/refused-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Textarea, TextInput } from '../ui/fields/inputs.ts'
import { LabelledSwitch } from '../ui/fields/labelled-switch.tsx'
import { MoveButtons } from '../ui/fields/move-buttons.tsx'
import { Switch } from '../ui/fields/switch.tsx'
import { withFormerAddresses } from '../ui/former-addresses.ts'
import { CalendarIcon, PlusIcon, ReorderIcon, TrashIcon } from '../ui/icons/icons.tsx'
import { Page } from '../ui/layout/page.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { useFocusKept } from '../ui/use-focus-kept.ts'
import {
  activeProcedures,
  type CatalogueProcedure,
  changeProcedure,
  createProcedure,
  orderProcedures,
  PROCEDURES,
  type ProcedureFields,
} from './calls.ts'
import classes from './procedures.module.css'

type Opened = 'new' | 'order' | CatalogueProcedure

export const loader = withFormerAddresses({ vista: () => '/procedures/holidays' })

export function Component() {
  const { search: query } = useLocation()
  const address = useListAddress(['title'], permissions)
  const search = useListSearch({
    label: 'Buscar por título',
    text: address.asked.filters.title ?? '',
    onSearch: (title) => address.filter({ title }, { replace: true }),
    none: (text) => `Ningún trámite coincide con «${text}».`,
  })
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <Page
      title="Trámites"
      isWide
      actions={
        <>
          {search.inHead}
          <ListActions
            main={{
              label: 'Añadir trámite',
              icon: <PlusIcon size={18} />,
              onClick: () => setOpened('new'),
            }}
            others={[
              {
                label: 'Feriados',
                icon: <CalendarIcon size={18} />,
                to: { pathname: '/procedures/holidays', search: query },
              },
              {
                label: 'Ordenar',
                icon: <ReorderIcon size={18} />,
                onClick: () => setOpened('order'),
              },
            ]}
          />
        </>
      }
    >
      <ProcedureList address={address} search={search.ofList} onEdit={setOpened} />
      {opened === 'order' && <ProcedureOrder onClose={close} />}
      {opened === 'new' && <ProcedureForm procedure={null} onClose={close} />}
      {typeof opened === 'object' && opened && <ProcedureForm procedure={opened} onClose={close} />}
    </Page>
  )
}

const PERMISSION = 'procedures.change_procedures'
const permissions: RowPermissions = { edit: PERMISSION, remove: PERMISSION, restore: PERMISSION }

const columns: Column<CatalogueProcedure>[] = [
  {
    header: 'Trámite',
    cell: (procedure) => <Title {...procedure} />,
    onCard: 'title',
    sortBy: 'title',
  },
  {
    header: 'Documentos',
    cell: ({ documents }) => <Documents names={documents} />,
    onCard: 'line',
  },
  {
    header: 'Plazo',
    cell: ({ answer_hours: hours }) => businessHoursText(hours),
  },
  {
    header: 'Estado',
    cell: (procedure) => <State procedure={procedure} />,
    sortBy: 'is_active',
    isShort: true,
  },
]

interface ListOfProceduresProps {
  address: ListAddress
  search: ReturnType<typeof useListSearch>['ofList']
  onEdit: (procedure: CatalogueProcedure) => void
}

function ProcedureList({ address, search, onEdit }: ListOfProceduresProps) {
  return (
    <List
      resource={PROCEDURES}
      caption="Trámites"
      columns={columns}
      nameOf={({ title }) => title}
      address={address}
      {...search}
      permissions={permissions}
      onEdit={onEdit}
      emptyHint="Añade el primer trámite y los socios podrán solicitarlo."
    />
  )
}

function Title({ title, description }: CatalogueProcedure) {
  return (
    <>
      <p className={classes.title}>{title}</p>
      <p className={classes.description}>{description}</p>
    </>
  )
}

function Documents({ names }: { names: string[] }) {
  if (names.length === 0) return <>Ninguno, pide un comentario</>
  return (
    <ol className={classes.documents}>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two documents can have the same name.
        <li key={index}>{name}</li>
      ))}
    </ol>
  )
}

/** Members cannot request a deleted procedure. */
function State({ procedure }: { procedure: CatalogueProcedure }) {
  if (procedure.deleted_at) return <>Eliminado</>
  return <ActiveSwitch procedure={procedure} />
}

/** Whether members can request the procedure. */
function ActiveSwitch({ procedure }: { procedure: CatalogueProcedure }) {
  const client = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (isActive: boolean) => changeProcedure(procedure.id, { is_active: isActive }),
    onSettled: () => client.invalidateQueries({ queryKey: [PROCEDURES] }),
  })
  const isActive = isPending ? variables : procedure.is_active
  return (
    <>
      <Switch
        label={isActive ? 'Activo' : 'Inactivo'}
        aria-label={`${procedure.title}: ${isActive ? 'activo' : 'inactivo'}`}
        checked={isActive}
        onChange={({ currentTarget }) => mutate(currentTarget.checked)}
      />
      {error && <RefusedNotice error={error} />}
    </>
  )
}

interface Moved {
  order: CatalogueProcedure[]
  /** The announcement for screen readers. */
  said: string
}

/** The order in which members see the procedures. */
function ProcedureOrder({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...activeProcedures,
    // Ordering starts from fresh data.
    queryKey: [...activeProcedures.queryKey, 'to order'],
    gcTime: 0,
  })
  const [moved, setMoved] = useState<Moved | null>(null)
  const order = moved?.order ?? data?.filter((each) => !each.is_question)
  const saving = useMutation({
    mutationFn: (ordered: CatalogueProcedure[]) => orderProcedures(ordered.map(({ id }) => id)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [PROCEDURES] })
      onClose()
    },
  })

  function save(event: FormEvent) {
    event.preventDefault()
    if (order) saving.mutate(order)
  }

  return (
    <FormDialog
      title="Ordenar trámites"
      submit="Guardar orden"
      onSubmit={save}
      onClose={onClose}
      isBusy={saving.isPending}
      isDirty={moved !== null}
      notice={saving.error && <FailureNotice error={saving.error} />}
    >
      {!order && !error && <Skeleton height={160} />}
      {!order && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {order && (
        <Order
          order={order}
          last={data?.find((each) => each.is_question)?.title}
          onMove={setMoved}
        />
      )}
      <VisuallyHidden role="status">{moved?.said}</VisuallyHidden>
    </FormDialog>
  )
}

interface OrderProps {
  order: CatalogueProcedure[]
  /** The title of the one that stays the last. */
  last: string | undefined
  onMove: (moved: Moved) => void
}

function Order({ order, last, onMove }: OrderProps) {
  function move(procedure: CatalogueProcedure, to: number) {
    const said = `${procedure.title}: lugar ${to + 1} de ${order.length}`
    onMove({ order: moveTo(order, procedure, to), said })
  }

  return (
    <>
      <p>Así los ven los socios, de arriba hacia abajo{last && `, y después «${last}»`}.</p>
      <ol className={classes.order}>
        {order.map((procedure, index) => (
          <li key={procedure.id}>
            <span className={classes.position}>{index + 1}</span>
            <span className={classes.procedureOrderTitle}>
              {procedure.title}
              {!procedure.is_active && <small>Inactivo</small>}
            </span>
            <MoveButtons
              name={procedure.title}
              index={index}
              count={order.length}
              onMove={(to) => move(procedure, to)}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

/** What is typed may be no number yet. */
function describeHours(typed: string): string {
  const hours = Number(typed)
  const isSaid = Number.isInteger(hours) && hours >= 1 && hours <= procedureLimits.answerHours
  const text = 'En horas hábiles, según el horario de atención.'
  return isSaid ? `${text} ${businessHoursText(hours)}.` : text
}

interface FormProps {
  /** Null creates a procedure. */
  procedure: CatalogueProcedure | null
  onClose: () => void
}

function ProcedureForm({ procedure, onClose }: FormProps) {
  const { form, errors, dialog } = useDialogForm<TypedProcedure>({
    defaultValues: typedFrom(procedure),
    resolver: procedureResolver,
    names: fieldNames,
    resource: PROCEDURES,
    save: (typed) => saveProcedure(procedure, fieldsFrom(typed)),
    onClose,
  })
  const { register, control, setValue } = form
  const [documents, isActive, hours] = useWatch({
    control,
    name: ['documents', 'is_active', 'answer_hours'],
  })

  return (
    <FormDialog {...dialog} title={procedure ? 'Editar trámite' : 'Añadir trámite'} size="lg">
      <TextInput
        {...register('title')}
        label="Título"
        maxLength={procedureLimits.title}
        data-autofocus
        error={errors.title?.message}
      />
      <Textarea
        {...register('description')}
        label="Descripción"
        description="Lo que el socio lee antes de solicitarlo."
        rows={4}
        maxLength={procedureLimits.description}
        error={errors.description?.message}
      />
      <DocumentsField
        documents={documents}
        onChange={(documents) => setValue('documents', documents, { shouldDirty: true })}
        error={errors.documents?.message}
      />
      <TextInput
        {...register('answer_hours')}
        className={classes.hours ?? ''}
        label="Plazo de respuesta"
        description={describeHours(hours)}
        inputMode="numeric"
        autoComplete="off"
        error={errors.answer_hours?.message}
      />
      <LabelledSwitch
        label="Activo"
        description="Los socios lo ven y pueden solicitarlo."
        isOn={isActive}
        onMove={(isActive) => setValue('is_active', isActive, { shouldDirty: true })}
      />
      {procedure && (
        <p className={classes.note}>
          Las solicitudes que ya se enviaron conservan lo que decía el trámite al enviarlas.
        </p>
      )}
    </FormDialog>
  )
}

interface DocumentsFieldProps {
  documents: TypedDocument[]
  onChange: (documents: TypedDocument[]) => void
  error: ReactNode
}

function moveTo<Item>(items: Item[], item: Item, to: number): Item[] {
  const others = items.filter((each) => each !== item)
  return [...others.slice(0, to), item, ...others.slice(to)]
}

/** The documents that a member must upload, in order. */
function DocumentsField({ documents, onChange, error }: DocumentsFieldProps) {
  const id = useId()
  const kept = useFocusKept<HTMLFieldSetElement>()
  return (
    <fieldset
      className={classes.procedureFormDocuments}
      aria-describedby={error ? id : undefined}
      {...kept}
    >
      <legend>Documentos requeridos</legend>
      {documents.length === 0 && (
        <p className={classes.note}>
          Ninguno: el socio tendrá que escribir un comentario, y podrá adjuntar fotos o documentos.
        </p>
      )}
      <ol className={classes.list}>
        {documents.map((document, index) => {
          const label = `documento ${index + 1}`
          return (
            <li key={document.key} className={classes.document}>
              <TextInput
                className={classes.name ?? ''}
                aria-label={`Nombre del ${label}`}
                placeholder="Por ejemplo: Cédula de identidad"
                maxLength={procedureLimits.documentName}
                autoComplete="off"
                value={document.name}
                onChange={({ currentTarget }) =>
                  onChange(
                    documents.map((each) =>
                      each === document ? { ...document, name: currentTarget.value } : each,
                    ),
                  )
                }
              />
              <MoveButtons
                name={label}
                index={index}
                count={documents.length}
                onMove={(to) => onChange(moveTo(documents, document, to))}
              />
              <IconButton
                variant="default"
                data-removes
                aria-label={`Quitar ${label}`}
                onClick={() => onChange(documents.filter((each) => each !== document))}
              >
                <TrashIcon size={18} />
              </IconButton>
            </li>
          )
        })}
      </ol>
      {error && (
        <p id={id} className={classes.error} role="alert">
          {error}
        </p>
      )}
      <Button
        variant="default"
        leftSection={<PlusIcon size={16} />}
        disabled={documents.length >= procedureLimits.documents}
        onClick={() => onChange([...documents, newDocument('')])}
      >
        Añadir documento
      </Button>
    </fieldset>
  )
}

function saveProcedure(procedure: CatalogueProcedure | null, fields: ProcedureFields) {
  if (!procedure) return createProcedure(fields)
  const { title, description, documents, answer_hours, is_active } = procedure
  const read = { title, description, documents, answer_hours, is_active }
  return changeProcedure(procedure.id, { ...changedFields(read, fields), as_read: read })
}

/** Names can be empty or repeated, so a key identifies the row. */
interface TypedDocument {
  key: number
  name: string
}

let lastKey = 0

function newDocument(name: string): TypedDocument {
  lastKey += 1
  return { key: lastKey, name }
}

interface TypedProcedure {
  title: string
  description: string
  documents: TypedDocument[]
  answer_hours: string
  is_active: boolean
}

const fieldNames = ['title', 'description', 'documents', 'answer_hours'] as const

function typedFrom(procedure: CatalogueProcedure | null): TypedProcedure {
  return {
    title: procedure?.title ?? '',
    description: procedure?.description ?? '',
    documents: procedure?.documents.map((name) => newDocument(name)) ?? [],
    answer_hours: String(procedure?.answer_hours ?? DEFAULT_ANSWER_HOURS),
    is_active: procedure?.is_active ?? true,
  }
}

function fieldsFrom(typed: TypedProcedure): ProcedureFields {
  return {
    title: typed.title.trim(),
    description: typed.description.trim(),
    documents: typed.documents.map(({ name }) => name.trim()),
    answer_hours: Number(typed.answer_hours),
    is_active: typed.is_active,
  }
}

const procedureResolver = ruleResolver<TypedProcedure>((typed) =>
  procedureFormErrors(fieldsFrom(typed)),
)
