import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { MAX_ANSWER_FILES } from '@carpeta/domain/requests/request-states'
import { addAnswerFile, removeAnswerFile, type StaffRequest } from '../../../../api/workbench.ts'
import { AttachFile } from '../../../../forms/attach-file.tsx'
import { ActionFailure } from '../../../../requests/action-failure.tsx'
import { DocumentRow } from '../../../../requests/document-row.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Stack } from '../../../../ui/layout/stack.tsx'
import { useUnversionedAction } from '../actions/use-request-action.ts'
import classes from '../detail.module.css'

const VERSIONS_PER_FILE = 1

interface Props {
  request: StaffRequest
  /** The answer cannot be sent during an upload. */
  onBusy: (isBusy: boolean) => void
}

/** Files are uploaded as soon as they are chosen; the member sees them with the answer. */
export function AnswerFiles({ request, onBusy }: Props) {
  const action = useUnversionedAction(request.id, VERSIONS_PER_FILE)
  const isFull = request.answer_files.length >= MAX_ANSWER_FILES

  async function add(file: File, onProgress: (share: number) => void) {
    onBusy(true)
    await action.run(() => addAnswerFile(request, file, onProgress))
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
      <AttachFile add={add} isDisabled={isFull} failure={<ActionFailure {...action} />} />
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
