import { MAX_FILE_MB } from '@carpeta/domain/requests/document-rules'
import { FileChooser } from '../documents/file-chooser.tsx'
import { SlotFile } from '../documents/slot-file.tsx'
import classes from './receipt-field.module.css'

interface Props {
  file: File | null
  disabled: boolean
  error: string | undefined
  onFile: (file: File | null) => void
}

const TITLE = 'Comprobante'

/** One file, chosen, dropped or photographed. */
export function ReceiptField({ file, disabled, error, onFile }: Props) {
  return (
    <fieldset className={classes.receipt} data-wrong={error !== undefined || undefined}>
      <legend>{TITLE}</legend>
      {file ? (
        <SlotFile
          file={{ name: file.name, size: file.size, file }}
          disabled={disabled}
          onRemove={() => onFile(null)}
        />
      ) : (
        <FileChooser
          title={TITLE}
          isMultiple={false}
          disabled={disabled}
          onFiles={([chosen]) => onFile(chosen ?? null)}
        />
      )}
      <p className={classes.hint}>PDF, PNG o JPG de hasta {MAX_FILE_MB}&nbsp;MB.</p>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
