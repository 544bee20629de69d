import {
  dateOrNull,
  dateTimeInSantiago,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import {
  documentCategories,
  documentCategoryNames,
  MAX_WITHDRAWAL_REASON,
  memberDocumentMessages,
} from '@carpeta/domain/member-documents/member-document-rules'
import { fileSize } from '@carpeta/domain/requests/document-rules'
import { Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, type RefObject, useRef, useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { DocumentPages } from '../../documents/document-pages.tsx'
import { Confirmation } from '../../forms/confirmation.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ReasonDialog } from '../../forms/reason-dialog.tsx'
import { showErrors } from '../../forms/show-errors.ts'
import { useRefusal } from '../../forms/use-refusal.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DownloadIcon, MoreIcon, PlusIcon } from '../../ui/icons/icons.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { UploadRow } from '../../uploads/file-row.tsx'
import { useUploadQueue } from '../../uploads/upload-queue.ts'
import list from '../document-list.module.css'
import {
  changeDocument,
  downloadPublished,
  type Holder,
  handOverDocument,
  type NewDocument,
  publishedPageQuery,
  publishedQuery,
  readsQuery,
  replaceDocument,
  type StaffDocument,
  withdrawDocument,
} from './calls.ts'
import classes from './member-documents.module.css'
import {
  DocumentFields,
  documentFieldNames,
  errorsOf,
  fileProblem,
  PublishDialog,
} from './publish-dialog.tsx'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Popover.layer.css'

/** The published documents of a sale, and what staff do with them. */
export function SaleDocuments({ code }: { code: string }) {
  const { data, error, refetch } = useQuery(publishedQuery(code))
  const [isPublishing, setPublishing] = useState(false)
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  const { holder, holder_rut, results } = data
  const shown = results.filter(({ withdrawn_at }) => withdrawn_at === null)
  const withdrawn = results.filter(({ withdrawn_at }) => withdrawn_at !== null)
  return (
    <>
      {holder && (
        <p>
          Titular: <strong>{holder.name}</strong>
        </p>
      )}
      <div>
        <Button leftSection={<PlusIcon size={18} />} onClick={() => setPublishing(true)}>
          Publicar documentos
        </Button>
      </div>
      {shown.length === 0 && <p className={list.detail}>Todavía no hay documentos publicados.</p>}
      {documentCategories.map((category) => {
        const documents = shown.filter((each) => each.category === category)
        return (
          documents.length > 0 && (
            <section
              key={category}
              className={list.category}
              aria-label={documentCategoryNames[category]}
            >
              <h3>{documentCategoryNames[category]}</h3>
              <ul>
                {documents.map((document) => (
                  <Published key={document.id} document={document} holder={holder} />
                ))}
              </ul>
            </section>
          )
        )
      })}
      {withdrawn.length > 0 && (
        <details className={classes.withdrawn}>
          <summary>
            {withdrawn.length === 1 ? 'Un documento retirado' : `${withdrawn.length} retirados`}
          </summary>
          <ul>
            {withdrawn.map(({ id, title, withdrawn_at, reason }) => (
              <li key={id}>
                <p>{title}</p>
                <p className={list.detail}>
                  {withdrawn_at && dateTimeInSantiago(withdrawn_at)} · {reason}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
      {isPublishing && (
        <PublishDialog
          code={code}
          holder={holder}
          holder_rut={holder_rut}
          onClose={() => setPublishing(false)}
        />
      )}
    </>
  )
}

type Opened = 'edit' | 'handOver' | 'withdraw' | 'reads' | 'pages'

function Published({ document, holder }: { document: StaffDocument; holder: Holder }) {
  const { title, date, size, version, visible_from, visible_to_co_holder } = document
  const { former_holder: former } = document
  const [opened, setOpened] = useState<Opened | null>(null)
  const { underWay, failure, save } = useDownload()
  const newFile = useRef<HTMLInputElement>(null)
  const day = dateOrNull(date)
  const from = dateOrNull(visible_from)
  const isWaiting = from !== null && from > todayInSantiago(serverNow())
  const close = () => setOpened(null)
  return (
    <li className={list.document}>
      <div className={classes.entry}>
        <div className={list.what}>
          <p className={list.title}>
            <button
              type="button"
              className={classes.open}
              aria-expanded={opened === 'pages'}
              onClick={() => setOpened(opened === 'pages' ? null : 'pages')}
            >
              {title}
            </button>
          </p>
          <p className={list.detail}>
            <UnbrokenDates
              text={[
                day && shortDate(day),
                fileSize(size),
                version > 1 && `versión ${version}`,
                isWaiting && from && `visible desde el ${shortDate(from)}`,
                !visible_to_co_holder && 'solo el titular',
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          </p>
          {former && (
            <p className={classes.former}>
              {former.name ? `De ${former.name}, titular anterior` : 'De un titular anterior'}:{' '}
              {former.is_handed_over
                ? 'también lo ve el nuevo titular'
                : 'el nuevo titular no lo ve'}
            </p>
          )}
        </div>
        <div className={list.buttons}>
          <Button
            variant="default"
            leftSection={<DownloadIcon size={16} />}
            aria-label={`Descargar ${title}`}
            loading={underWay !== null}
            onClick={() => void save(document.name, () => downloadPublished(document, version))}
          >
            Descargar
          </Button>
          <MoreActs
            of={title}
            acts={[
              ['Editar', () => setOpened('edit')],
              ['Nueva versión', () => newFile.current?.click()],
              former &&
                !former.is_handed_over &&
                holder && [HAND_OVER, () => setOpened('handOver')],
              ['Quién lo abrió', () => setOpened('reads')],
            ]}
            onWithdraw={() => setOpened('withdraw')}
          />
        </div>
      </div>
      <NewVersion document={document} input={newFile} />
      {failure !== undefined && <FailureNotice error={failure} />}
      {opened === 'pages' && (
        <DocumentPages title={title} pageQuery={(page) => publishedPageQuery(document, page)} />
      )}
      {opened === 'edit' && <EditDialog document={document} onClose={close} />}
      {opened === 'handOver' && holder && (
        <HandOverDialog document={document} holder={holder} onClose={close} />
      )}
      {opened === 'withdraw' && <WithdrawDialog document={document} onClose={close} />}
      {opened === 'reads' && <ReadsDialog document={document} onClose={close} />}
    </li>
  )
}

type Act = [label: string, act: () => void]

interface MoreActsProps {
  /** The document's title. */
  of: string
  acts: readonly (Act | false | null)[]
  onWithdraw: () => void
}

function MoreActs({ of, acts, onWithdraw }: MoreActsProps) {
  const button = useRef<HTMLButtonElement>(null)
  // A dialog gives the focus back to what had it, and the item is gone by then.
  const pressed = (act: () => void) => () => {
    button.current?.focus()
    act()
  }
  return (
    <Menu
      position="bottom-end"
      width={260}
      // Below its document, never over its title, and within the page's margin.
      middlewares={{ flip: false, shift: { padding: 16 } }}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <IconButton ref={button} variant="default" aria-label={`Más acciones de ${of}`}>
          <MoreIcon size={20} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.of ?? ''}>{of}</Menu.Label>
        {acts.map((each) => {
          if (!each) return null
          const [label, act] = each
          return (
            <Menu.Item key={label} onClick={pressed(act)}>
              {label}
            </Menu.Item>
          )
        })}
        <Menu.Divider />
        <Menu.Item className={classes.withdraw ?? ''} onClick={pressed(onWithdraw)}>
          Retirar
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface NewVersionProps {
  document: StaffDocument
  /** Chooses the file, when pressed. */
  input: RefObject<HTMLInputElement | null>
}

/** Replaces the file; the former one stays in the history. */
function NewVersion({ document, input }: NewVersionProps) {
  const client = useQueryClient()
  const { queue, uploads } = useUploadQueue<true>(async ({ file }, sending) => {
    await replaceDocument(document, file, sending)
    await client.invalidateQueries({ queryKey: publishedQuery(document.sale_code).queryKey })
  }, fileProblem)

  function replace({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    // A file that failed gives way to the next choice.
    for (const { key } of uploads) queue.remove(key)
    if (file) queue.add([file], () => true)
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Archivo nuevo de ${document.title}`}
        disabled={uploads.some(({ percent }) => percent !== null)}
        onChange={replace}
      />
      {uploads.map((upload) => (
        <UploadRow key={upload.key} queue={queue} upload={upload} />
      ))}
    </>
  )
}

interface DialogProps {
  document: StaffDocument
  onClose: () => void
}

function EditDialog({ document, onClose }: DialogProps) {
  const client = useQueryClient()
  const { category, title, date, visible_from, visible_to_co_holder } = document
  const [typed, setTyped] = useState<Partial<NewDocument>>({})
  const fields = { category, title, date, visible_from, visible_to_co_holder, ...typed }
  const changes = changesOf(document, typed)
  const isDirty = Object.keys(changes).length > 0
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const refused = useRefusal(documentFieldNames, (name, message) =>
    setErrors((now) => ({ ...now, [name]: message })),
  )

  async function change(event: FormEvent) {
    event.preventDefault()
    const found = errorsOf(fields)
    showErrors(event.currentTarget, () => setErrors(found))
    if (Object.keys(found).length > 0) return
    setBusy(true)
    refused.clear()
    try {
      await changeDocument(document, changes)
      await client.invalidateQueries({ queryKey: publishedQuery(document.sale_code).queryKey })
      onClose()
    } catch (error) {
      refused.take(error)
      setBusy(false)
    }
  }

  return (
    <FormDialog
      title={`Editar ${title}`}
      onSubmit={(event) => void change(event)}
      onClose={onClose}
      isBusy={isBusy}
      isDirty={isDirty}
      notice={refused.notice}
    >
      <DocumentFields
        fields={fields}
        errors={errors}
        disabled={isBusy}
        onChange={(more) => setTyped({ ...typed, ...more })}
      />
    </FormDialog>
  )
}

/** Without what is as it was: a colleague may change that meanwhile. */
function changesOf(document: StaffDocument, typed: Partial<NewDocument>): Partial<NewDocument> {
  const fields = Object.entries(typed) as [keyof NewDocument, string | boolean][]
  return Object.fromEntries(fields.filter(([name, value]) => value !== document[name]))
}

const HAND_OVER = 'También para el nuevo titular'
const READERS =
  'También lo verá su co-titular o representante con acceso: eso se apaga en «Editar».'

function HandOverDialog({
  document,
  holder,
  onClose,
}: DialogProps & { holder: NonNullable<Holder> }) {
  const client = useQueryClient()
  return (
    <Confirmation
      title={HAND_OVER}
      confirm="Mostrar"
      action={async () => {
        await handOverDocument(document, holder)
        await client.invalidateQueries({ queryKey: publishedQuery(document.sale_code).queryKey })
      }}
      onClose={onClose}
    >
      <p>
        {holder.name} verá «{document.title}» y podrá descargarlo, con todo lo que dice del titular
        anterior. {document.visible_to_co_holder && `${READERS} `}No verá cómo se llama el archivo.
        Para quitárselo después hay que retirar el documento.
      </p>
    </Confirmation>
  )
}

function WithdrawDialog({ document, onClose }: DialogProps) {
  const client = useQueryClient()
  return (
    <ReasonDialog
      title={`Retirar ${document.title}`}
      submit="Retirar"
      maxLength={MAX_WITHDRAWAL_REASON}
      required={memberDocumentMessages.reasonRequired}
      save={async (reason) => {
        await withdrawDocument(document, reason)
        await client.invalidateQueries({ queryKey: publishedQuery(document.sale_code).queryKey })
      }}
      onClose={onClose}
    >
      <p>
        El documento deja de verse en la carpeta del socio. El motivo queda en la bitácora; el socio
        no lo lee.
      </p>
    </ReasonDialog>
  )
}

/** Who opened which version, and the versions before. */
function ReadsDialog({ document, onClose }: DialogProps) {
  const { data, error } = useQuery(readsQuery(document))
  const { underWay, failure, save } = useDownload()
  const { earlier_versions: earlier } = document
  return (
    <Dialog
      title={`Quién abrió ${document.title}`}
      onClose={onClose}
      buttons={
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
      }
    >
      {error && !data && <FailureNotice error={error} />}
      {!error && !data && <Skeleton height={60} />}
      {data?.length === 0 && <p>Nadie lo ha abierto todavía.</p>}
      <ul className={classes.lines}>
        {data?.map(({ person, version, last_opened_at }) => (
          <li key={`${person.id} ${version}`}>
            <span>{person.name}</span>
            <span className={list.detail}>
              {dateTimeInSantiago(last_opened_at)}
              {earlier.length > 0 && ` · versión ${version}`}
            </span>
          </li>
        ))}
      </ul>
      {earlier.length > 0 && (
        <>
          <h3 className={classes.heading}>Versiones anteriores</h3>
          <ul className={classes.lines}>
            {earlier.map(({ version, name, replaced_at }) => (
              <li key={version}>
                <span>
                  Versión {version}
                  <span className={list.detail}>
                    {' '}
                    · reemplazada el {dateTimeInSantiago(replaced_at)}
                  </span>
                </span>
                <Button
                  variant="default"
                  leftSection={<DownloadIcon size={16} />}
                  aria-label={`Descargar la versión ${version}`}
                  loading={underWay === name}
                  onClick={() => void save(name, () => downloadPublished(document, version))}
                >
                  Descargar
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {failure !== undefined && <FailureNotice error={failure} />}
    </Dialog>
  )
}
