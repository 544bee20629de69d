import { formatRut } from '@carpeta/domain/people/rut'
import {
  acceptedExtensions,
  commentError,
  documentMessages,
  fileError,
  fileSize,
  MAX_FILE_MB,
} from '@carpeta/domain/requests/document-rules'
import { MAX_REQUEST_TEXT, requestMessages } from '@carpeta/domain/requests/request-states'
import { FileButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '../../api/client/api-error.ts'
import { newIdempotencyKey } from '../../api/member-requests.ts'
import {
  addFilingDocument,
  createFiling,
  type Filing,
  type FilingOptions,
  REQUESTS,
  sendFiling,
} from '../../api/staff-requests.ts'
import { FormFrame } from '../../forms/form-frame.tsx'
import { showErrors } from '../../forms/show-errors.ts'
import { useSavedText } from '../../requests/saved-text.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NativeSelect, Textarea } from '../../ui/fields/inputs.ts'
import { PlusIcon } from '../../ui/icons/icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import classes from './filing.module.css'

/** The same fields and rules as the member's own form. */
export function FilingForm({ options }: { options: FilingOptions }) {
  const { member } = options
  const form = useFiling(options)
  const { procedure, sales, errors } = form
  return (
    <>
      <Card title="Socio">
        <p className={classes.name}>{member.name}</p>
        <p className={classes.detail}>{formatRut(member.social_security)}</p>
        <Link className={classes.other} to="/requests/new">
          Elegir a otro
        </Link>
      </Card>
      <Card title="La solicitud">
        <FormFrame
          size="md"
          submit="Ingresar la solicitud"
          isBusy={form.isBusy}
          notice={form.failure !== undefined && <FailureNotice error={form.failure} />}
          onSubmit={(event) => void form.submit(event)}
        >
          <NativeSelect
            label="Trámite"
            value={procedure?.id ?? ''}
            error={errors.procedure}
            onChange={({ currentTarget }) => form.chooseProcedure(currentTarget.value)}
            data={[
              { value: '', label: 'Elige uno' },
              ...options.procedures.map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
          />
          {procedure && sales.length === 0 && (
            <Notice tone="warning">
              {member.name} no tiene una venta abierta para este trámite.
            </Notice>
          )}
          {sales.length > 0 && (
            <NativeSelect
              label="Venta"
              value={form.saleCode}
              onChange={({ currentTarget }) => form.setSaleCode(currentTarget.value)}
              data={sales.map(({ code, project }) => ({
                value: code,
                label: [code, project].filter(Boolean).join(' · '),
              }))}
            />
          )}
          <Textarea
            label="Qué pide"
            description="El socio lo lee como parte de su solicitud."
            rows={5}
            maxLength={MAX_REQUEST_TEXT}
            value={form.comment}
            error={errors.comment}
            onChange={({ currentTarget }) => form.setComment(currentTarget.value)}
          />
          {procedure && procedure.documents.length > 0 && (
            <ul className={classes.files}>
              {procedure.documents.map((title, position) => (
                <RequiredFile
                  // biome-ignore lint/suspicious/noArrayIndexKey: two documents may have the same name.
                  key={`${procedure.id} ${position}`}
                  title={title}
                  file={form.files[position] ?? null}
                  error={errors.files[position] ?? ''}
                  isBusy={form.isBusy}
                  onChosen={(file) => form.chooseFile(position, file)}
                />
              ))}
            </ul>
          )}
        </FormFrame>
      </Card>
    </>
  )
}

interface Props {
  /** The name of the required document. */
  title: string
  file: File | null
  error: string
  isBusy: boolean
  onChosen: (file: File) => void
}

function RequiredFile({ title, file, error, isBusy, onChosen }: Props) {
  const emptyChoice = useRef<() => void>(null)
  return (
    <li className={classes.file}>
      <div>
        <p className={classes.name}>{title}</p>
        <p className={classes.detail}>
          {file
            ? `${file.name} · ${fileSize(file.size)}`
            : `PDF, PNG o JPG, hasta ${MAX_FILE_MB}\u00a0MB`}
        </p>
      </div>
      <FileButton
        accept={acceptedExtensions.join(',')}
        resetRef={emptyChoice}
        onChange={(chosen) => {
          // Without a reset the browser does not report the same file again.
          emptyChoice.current?.()
          if (chosen) onChosen(chosen)
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            leftSection={<PlusIcon size={16} />}
            aria-label={`${file ? 'Cambiar' : 'Elegir'} archivo: ${title}`}
            disabled={isBusy}
            data-wrong={error ? true : undefined}
          >
            {file ? 'Cambiar archivo' : 'Elegir archivo'}
          </Button>
        )}
      </FileButton>
      {error && <Notice tone="error">{error}</Notice>}
    </li>
  )
}

type Procedure = FilingOptions['procedures'][number]
type Sale = FilingOptions['sales'][number]

interface FilingErrors {
  procedure?: string
  comment?: string
  /** By required document. */
  files: string[]
}

interface FilingState {
  procedure: Procedure | undefined
  /** Those that the procedure can be requested for. */
  sales: Sale[]
  saleCode: string
  comment: string
  files: (File | null)[]
  errors: FilingErrors
  isBusy: boolean
  failure: unknown
  chooseProcedure: (id: string) => void
  setSaleCode: (code: string) => void
  setComment: (comment: string) => void
  chooseFile: (position: number, file: File) => void
  submit: (event: FormEvent) => Promise<void>
}

/** Survives a reload; files are chosen again. */
interface SavedFiling {
  procedureId: string
  saleCode: string
  comment: string
  /** The Idempotency-Key of each content that was tried. */
  keys: Record<string, string>
}

/** Creates the request, uploads its documents and sends it; a retry goes on with the same request. */
function useFiling({ member, sales: all, procedures }: FilingOptions): FilingState {
  const client = useQueryClient()
  const navigate = useNavigate()
  /** By request and position. */
  const uploaded = useRef(new Map<string, File>())
  const [savedText, setSavedText] = useSavedText(`filing-form:${member.id}`)
  const saved: SavedFiling = savedText
    ? JSON.parse(savedText)
    : { procedureId: '', saleCode: '', comment: '', keys: {} }
  const { comment } = saved
  const [files, setFiles] = useState<(File | null)[]>([])
  const [errors, setErrors] = useState<FilingErrors>({ files: [] })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const procedure = procedures.find(({ id }) => String(id) === saved.procedureId)
  const sales = procedure
    ? all.filter(({ is_open: isOpen }) => isOpen || !procedure.needs_open_sale)
    : []
  const sale = sales.find(({ code }) => code === saved.saleCode) ?? sales[0]

  function save(part: Partial<SavedFiling>) {
    setSavedText(JSON.stringify({ ...saved, ...part }))
  }

  /** One for each content: a request that was begun with another one is not continued. */
  function keyOf(filing: Filing): string {
    const content = JSON.stringify(filing)
    const key = saved.keys[content] ?? newIdempotencyKey()
    save({ keys: { ...saved.keys, [content]: key } })
    return key
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = errorsOf(procedure, comment, files)
    showErrors(event.currentTarget, () => setErrors(found))
    if (!procedure || !sale || hasErrors(found)) return
    setBusy(true)
    setFailure(undefined)
    try {
      const filing = {
        memberId: member.id,
        procedureId: procedure.id,
        saleCode: sale.code,
        comment,
      }
      const id = await createFiling(filing, keyOf(filing))
      for (const [position, file] of files.entries()) {
        const slot = `${id}:${position}`
        if (!file || uploaded.current.get(slot) === file) continue
        // A request that was sent, although its answer was lost, takes no document: `send` tells.
        await addFilingDocument(id, { file, position }).catch((error) => {
          if (!(error instanceof ApiError && error.status === 404)) throw error
        })
        uploaded.current.set(slot, file)
      }
      await sendFiling(id)
      setSavedText('')
      await client.invalidateQueries({ queryKey: [REQUESTS] })
      await navigate(`/requests/${id}`)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return {
    procedure,
    sales,
    saleCode: sale?.code ?? '',
    comment,
    files,
    errors,
    isBusy,
    failure,
    chooseProcedure: (id) => {
      save({ procedureId: id })
      setFiles([])
      setErrors({ files: [] })
    },
    setSaleCode: (saleCode) => save({ saleCode }),
    setComment: (comment) => save({ comment }),
    chooseFile: (position, file) => {
      const error = fileError(file)
      setErrors({ ...errors, files: withAt(errors.files, position, error?.text ?? '') })
      if (error === null) setFiles(withAt(files, position, file))
    },
    submit,
  }
}

function errorsOf(
  procedure: Procedure | undefined,
  comment: string,
  files: (File | null)[],
): FilingErrors {
  if (!procedure) return { procedure: requestMessages.procedureRequired.text, files: [] }
  const missing = commentError({ documentAmount: procedure.documents.length }, comment)
  return {
    ...(missing && { comment: missing.text }),
    files: procedure.documents.map((_, at) => (files[at] ? '' : documentMessages.required.text)),
  }
}

function hasErrors({ procedure, comment, files }: FilingErrors): boolean {
  return Boolean(procedure || comment) || files.some((error) => error !== '')
}

function withAt<Item>(list: readonly Item[], at: number, item: Item): Item[] {
  const next = [...list]
  next[at] = item
  return next
}
