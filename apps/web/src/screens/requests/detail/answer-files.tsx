import type { WireDocument } from '@carpeta/contract/requests'
import {
  acceptedExtensions,
  documentMessages,
  isAcceptedFile,
  isFileTooLarge,
} from '@carpeta/domain/document-rules'
import { MAX_ANSWER_FILES } from '@carpeta/domain/request-states'
import { Button, FileButton, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { useState } from 'react'
import { addAnswerFile, removeAnswerFile, type StaffRequest } from '../../../api/workbench.ts'
import { DocumentRow } from '../../../requests/document-row.tsx'
import { PlusIcon } from '../../../ui/list-icons.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ActFailure } from './act-failure.tsx'
import classes from './detail.module.css'
import { useAct } from './use-act.ts'

interface Props {
  request: StaffRequest
  /** While a file is on its way the answer has to wait for it. */
  onBusy: (isBusy: boolean) => void
}

interface Upload {
  name: string
  share: number
}

/** Kept by the server as soon as they are chosen; the member sees them with the answer. */
export function AnswerFiles({ request, onBusy }: Props) {
  const act = useAct(request.id)
  const [upload, setUpload] = useState<Upload | null>(null)
  const [problem, setProblem] = useState('')
  const isFull = request.answer_files.length >= MAX_ANSWER_FILES

  async function add(file: File | null) {
    if (!file) return
    setProblem(problemOf(file))
    if (problemOf(file)) return
    onBusy(true)
    const tell = (share: number) => setUpload({ name: file.name, share })
    tell(0)
    await act.run(() => addAnswerFile(request, file, tell))
    setUpload(null)
    onBusy(false)
  }

  return (
    <div className={classes.part}>
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
      <ActFailure act={act} />
      <div>
        <FileButton
          accept={acceptedExtensions.join(',')}
          onChange={(file) => void add(file)}
          // The same file again is chosen again.
          key={request.version}
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
    </div>
  )
}

function AnswerFile({ request, file }: { request: StaffRequest; file: WireDocument }) {
  const act = useAct(request.id)
  return (
    <DocumentRow document={file}>
      <div className={classes.review}>
        <div>
          <Button
            variant="default"
            size="xs"
            aria-label={`Quitar ${file.name}`}
            loading={act.isBusy}
            onClick={() => void act.run(() => removeAnswerFile(request, file.id))}
          >
            Quitar
          </Button>
        </div>
        <ActFailure act={act} />
      </div>
    </DocumentRow>
  )
}

function problemOf({ name, size }: File): string {
  if (!isAcceptedFile(name)) return documentMessages.type
  return isFileTooLarge(size) ? documentMessages.tooLarge : ''
}
