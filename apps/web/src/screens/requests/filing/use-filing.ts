import { commentError, documentMessages, fileError } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { newIdempotencyKey } from '../../../api/member-requests.ts'
import {
  addFilingDocument,
  createFiling,
  type Filing,
  type FilingOptions,
  sendFiling,
} from '../../../api/staff/filings.ts'
import { REQUESTS } from '../../../api/workbench.ts'

type Procedure = FilingOptions['procedures'][number]
type Sale = FilingOptions['sales'][number]

interface FilingErrors {
  procedure?: string
  comment?: string
  /** By required document. */
  files: string[]
}

export interface FilingState {
  procedure: Procedure | undefined
  /** Those that the procedure can be requested for. */
  sales: Sale[]
  saleCode: string
  comment: string
  files: (File | null)[]
  errors: FilingErrors
  isBusy: boolean
  failure: unknown
  chooseProcedure: (id: number) => void
  setSaleCode: (code: string) => void
  setComment: (comment: string) => void
  chooseFile: (position: number, file: File) => void
  submit: () => Promise<void>
}

/** Creates the request, uploads its documents and sends it; a retry goes on with the same request. */
export function useFiling({ member, sales: all, procedures }: FilingOptions): FilingState {
  const client = useQueryClient()
  const navigate = useNavigate()
  const keys = useRef(new Map<string, string>())
  const [procedure, setProcedure] = useState<Procedure>()
  const [chosenSale, setSaleCode] = useState('')
  const [comment, setComment] = useState('')
  const [files, setFiles] = useState<(File | null)[]>([])
  const [errors, setErrors] = useState<FilingErrors>({ files: [] })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const sales = procedure
    ? all.filter(({ is_open: isOpen }) => isOpen || !procedure.needs_open_sale)
    : []
  const sale = sales.find(({ code }) => code === chosenSale) ?? sales[0]

  /** One for each content: a request that was begun with another one is not continued. */
  function keyOf(filing: Filing): string {
    const content = JSON.stringify(filing)
    const key = keys.current.get(content) ?? newIdempotencyKey()
    keys.current.set(content, key)
    return key
  }

  async function submit() {
    const found = errorsOf(procedure, comment, files)
    setErrors(found)
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
        if (file) await addFilingDocument(id, { file, position })
      }
      await sendFiling(id)
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
      setProcedure(procedures.find((each) => each.id === id))
      setFiles([])
      setErrors({ files: [] })
    },
    setSaleCode,
    setComment,
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
