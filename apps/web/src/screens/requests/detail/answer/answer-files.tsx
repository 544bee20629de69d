import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { acceptedExtensions, fileError } from '@carpeta/domain/requests/document-rules'
import { MAX_ANSWER_FILES } from '@carpeta/domain/requests/request-states'
import { Button, FileButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { addAnswerFile, removeAnswerFile, type StaffRequest } from '../../../../api/workbench.ts'
import { ActionFailure } from '../../../../requests/action-failure.tsx'
import { DocumentRow } from '../../../../requests/document-row.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Progress } from '../../../../ui/feedback/progress.ts'
import { PlusIcon } from '../../../../ui/icons/icons.tsx'
import { Stack } from '../../../../ui/layout/stack.tsx'
import { useUnversionedAction } from '../actions/use-request-action.ts'
import classes from '../detail.module.css'

const VERSIONS_PER_FILE = 1

interface Props {
  request: StaffRequest
  /** The answer cannot be sent during an upload. */
  onBusy: (isBusy: boolean) => void
}

interface Upload {
  name: string
  share: number
}

/** Files are uploaded as soon as they are chosen; the member sees them with the answer. */
export function AnswerFiles({ request, onBusy }: Props) {
  const action = useUnversionedAction(request.id, VERSIONS_PER_FILE)
  const [upload, setUpload] = useState<Upload | null>(null)
  const [problem, setProblem] = useState('')
  const emptyChoice = useRef<() => void>(null)
  const isFull = request.answer_files.length >= MAX_ANSWER_FILES

  async function add(file: File | null) {
    if (!file) return
    // Without a reset the browser does not report the same file again.
    emptyChoice.current?.()
    const error = fileError(file)
    setProblem(error ?? '')
    if (error) return
    onBusy(true)
    const tell = (share: number) => setUpload({ name: file.name, share })
    tell(0)
    await action.run(() => addAnswerFile(request, file, tell))
    setUpload(null)
    onBusy(false)
  }

  return (
    <Stack gap="md">
      <h3>Archivos de la respuesta</h3>
      {request.answer_files.length > 0 && (
        <ul className={classes.documents}>
          {request.answer_files.map((file) => (
            <AnswerFile key={file.id} request={request} file={file} />
          ))}
        </ul>
      )}
      {upload && (
        <div className={classes.upload} role="status">
          <p>Subiendo {upload.name}</p>
          <Progress value={upload.share * 100} aria-label={`Subiendo ${upload.name}`} />
        </div>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
      <ActionFailure {...action} />
      <div>
        <FileButton
          accept={acceptedExtensions.join(',')}
          onChange={(file) => void add(file)}
          resetRef={emptyChoice}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<PlusIcon size={16} />}
              disabled={upload !== null || isFull}
            >
              Adjuntar archivo
            </Button>
          )}
        </FileButton>
      </div>
    </Stack>
  )
}

interface AnswerFileProps {
  request: StaffRequest
  file: StaffRequest['answer_files'][number]
}

function AnswerFile({ request, file }: AnswerFileProps) {
  if (file.published_at !== null) {
    return (
      <DocumentRow document={file}>
        <p className={classes.detail}>
          Entregado al socio el {dateTimeInSantiago(file.published_at)}
        </p>
      </DocumentRow>
    )
  }
  return (
    <DocumentRow document={file}>
      <Removal request={request} file={file} />
    </DocumentRow>
  )
}

function Removal({ request, file }: AnswerFileProps) {
  const action = useUnversionedAction(request.id, VERSIONS_PER_FILE)
  return (
    <div className={classes.review}>
      <div>
        <Button
          variant="default"
          size="xs"
          aria-label={`Quitar ${file.name}`}
          loading={action.isBusy}
          onClick={() => void action.run(() => removeAnswerFile(request, file.id))}
        >
          Quitar
        </Button>
      </div>
      <ActionFailure {...action} />
    </div>
  )
}
