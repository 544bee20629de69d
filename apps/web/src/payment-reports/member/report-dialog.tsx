import { addDays, type CalendarDate, isCalendarDate } from '@carpeta/domain/dates/dates'
import {
  MAX_REPORT_AGE_DAYS,
  MAX_REPORT_COMMENT,
  paidOnProblem,
  reportedAmountProblem,
  reportPaymentMessages,
} from '@carpeta/domain/payments/payment-report-rules'
import { MAX_FILE_MB } from '@carpeta/domain/requests/document-rules'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useSave } from '../../forms/use-save.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Textarea, TextInput } from '../../ui/fields/inputs.ts'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { FileChooser } from '../../uploads/file-chooser.tsx'
import { UploadRow } from '../../uploads/file-row.tsx'
import { type Upload, type UploadQueue, useUploadQueue } from '../../uploads/upload-queue.ts'
import { reportPayment, type TypedReport } from '../calls.ts'
import { ownReportsQuery } from './calls.ts'
import classes from './report-dialog.module.css'

interface Props {
  sale: Sale
  today: CalendarDate
  onClose: () => void
  onReported: () => void
}

/** The receipt has an error, but its file is in a queue. */
type Typed = TypedReport & { document?: undefined }

const names = ['paid_on', 'amount', 'comment', 'document'] as const

/** Date, amount and receipt of a payment that accounting does not have yet. */
export function ReportDialog({ sale, today, onClose, onReported }: Props) {
  const client = useQueryClient()
  const { queue, uploads } = useUploadQueue<TypedReport>(async ({ file, place }, sending) => {
    await reportPayment(sale.code, place, file, sending)
    await client.invalidateQueries({ queryKey: ownReportsQuery.queryKey })
    onReported()
    onClose()
  })
  const form = useForm<Typed>({
    // Neither today nor what is due today: the wrong day, or pesos of another day's UF, would be sent unseen.
    defaultValues: { paid_on: '', amount: '', comment: '' },
    resolver: ruleResolver<Typed>((typed) => problemsOf(typed, queue.uploads, today)),
  })
  const { register, clearErrors, formState } = form
  const { errors } = formState
  const [receipt] = uploads

  const saving = useSave({
    form,
    names,
    save: async ({ paid_on, amount, comment }) => {
      for (const { key } of queue.uploads) queue.move(key, { paid_on, amount, comment })
      await queue.ended()
      const [left] = queue.uploads
      if (!left) return
      // Its reason may be about another field.
      queue.move(left.key, null)
      throw left.failure
    },
  })

  return (
    <FormDialog
      {...saving}
      isDirty={saving.isDirty || uploads.length > 0}
      title="Ya pagué: informar un pago"
      submit="Informar"
      onClose={onClose}
    >
      <p>
        Cuéntanos de un pago de <strong>{nameOf(sale)}</strong> que ya hiciste y que todavía no ves
        en tu estado de cuenta. Lo revisaremos con la contabilidad.
      </p>
      <DateField
        {...register('paid_on')}
        label="Fecha del pago"
        max={today}
        min={addDays(today, -MAX_REPORT_AGE_DAYS)}
        data-autofocus
        error={errors.paid_on?.message}
      />
      <TextInput
        {...register('amount')}
        label="Monto en pesos"
        placeholder="$ 0"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        error={errors.amount?.message}
      />
      <ReceiptField
        queue={queue}
        receipt={receipt}
        error={errors.document?.message}
        onFile={(file) => {
          queue.add([file], () => null)
          clearErrors('document')
        }}
      />
      <Textarea
        {...register('comment')}
        label="Comentario (opcional)"
        rows={2}
        maxLength={MAX_REPORT_COMMENT}
        error={errors.comment?.message}
      />
    </FormDialog>
  )
}

function problemsOf({ paid_on, amount }: Typed, receipts: readonly Upload[], today: CalendarDate) {
  const paidOn = isCalendarDate(paid_on) ? paid_on : null
  const isUnreadable = paidOn === null && paid_on !== ''
  const date = isUnreadable ? reportPaymentMessages.dateInvalid : paidOnProblem(paidOn, today)
  const pesos = reportedAmountProblem(amount)
  const [receipt] = receipts
  return {
    ...(date !== null && { paid_on: date }),
    ...(pesos !== null && { amount: pesos }),
    ...(receipt?.refusal !== '' && { document: reportPaymentMessages.receiptRequired }),
  }
}

interface ReceiptFieldProps {
  queue: UploadQueue<TypedReport>
  receipt: Upload<TypedReport> | undefined
  error: string | undefined
  onFile: (file: File) => void
}

const TITLE = 'Comprobante'

/** One file, chosen, dropped or photographed. */
function ReceiptField({ queue, receipt, error, onFile }: ReceiptFieldProps) {
  const kept = useFocusKept<HTMLFieldSetElement>()
  return (
    <fieldset className={classes.receipt} {...kept}>
      <legend>{TITLE}</legend>
      {receipt ? (
        <UploadRow queue={queue} upload={receipt} />
      ) : (
        <FileChooser
          title={TITLE}
          isMultiple={false}
          disabled={false}
          onFiles={([chosen]) => chosen && onFile(chosen)}
        />
      )}
      <p className={classes.hint}>
        Obligatorio: el de tu banco, o una foto o captura de él. PDF, PNG o JPG de hasta{' '}
        {MAX_FILE_MB}&nbsp;MB.
      </p>
      {error && !receipt?.refusal && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
