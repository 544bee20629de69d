import { addDays, type CalendarDate, isCalendarDate } from '@carpeta/domain/dates/dates'
import {
  MAX_REPORT_AGE_DAYS,
  MAX_REPORT_COMMENT,
  paidOnProblem,
  reportedAmountProblem,
  reportPaymentMessages,
} from '@carpeta/domain/payments/payment-report-rules'
import { documentErrors, MAX_FILE_MB } from '@carpeta/domain/requests/document-rules'
import type { Sale } from '@carpeta/domain/sales/sale'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useSave } from '../../forms/use-save.ts'
import classes from '../../payments/member/next-payment.module.css'
import { Textarea, TextInput } from '../../ui/fields/inputs.ts'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { FileChooser } from '../../uploads/file-chooser.tsx'
import { FileRow } from '../../uploads/file-row.tsx'
import { SendingBar } from '../../uploads/sending-bar.tsx'
import { reportPayment, type TypedReport } from '../calls.ts'
import { ownReportsQuery } from './calls.ts'

interface Props {
  sale: Sale
  today: CalendarDate
  onClose: () => void
  onReported: () => void
}

interface Typed extends TypedReport {
  document: File | null
}

const names = ['paid_on', 'amount', 'comment', 'document'] as const

/** Date, amount and receipt of a payment that accounting does not have yet. */
export function ReportDialog({ sale, today, onClose, onReported }: Props) {
  const form = useForm<Typed>({
    defaultValues: { paid_on: today, amount: '', comment: '', document: null },
    resolver: ruleResolver<Typed>((typed) => problemsOf(typed, today)),
  })
  const client = useQueryClient()
  const [percent, setPercent] = useState<number | null>(null)
  const { register, control, setValue, formState } = form
  const { errors } = formState
  const receipt = useWatch({ control, name: 'document' })

  const saving = useSave({
    form,
    names,
    save: async ({ document, ...typed }) => {
      if (!document) return
      setPercent(0)
      try {
        await reportPayment(sale.code, typed, document, {
          onProgress: (share) => setPercent(Math.round(share * 100)),
        })
      } finally {
        setPercent(null)
      }
      await client.invalidateQueries({ queryKey: ownReportsQuery.queryKey })
      onReported()
      onClose()
    },
  })

  return (
    <FormDialog {...saving} title="Informar un pago" submit="Informar" onClose={onClose}>
      <p>
        Cuéntanos de un pago que ya hiciste y que todavía no ves en tu estado de cuenta. Lo
        revisaremos con la contabilidad.
      </p>
      <TextInput
        {...register('paid_on')}
        type="date"
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
        file={receipt}
        disabled={saving.isBusy}
        error={errors.document?.message}
        onFile={(file) => {
          setValue('document', file, { shouldDirty: true })
          form.clearErrors('document')
        }}
      />
      <Textarea
        {...register('comment')}
        label="Comentario (opcional)"
        rows={2}
        maxLength={MAX_REPORT_COMMENT}
        error={errors.comment?.message}
      />
      {percent !== null && <SendingBar percent={percent} />}
    </FormDialog>
  )
}

function problemsOf({ paid_on, amount, document }: Typed, today: CalendarDate) {
  const paidOn = isCalendarDate(paid_on) ? paid_on : null
  const isUnreadable = paidOn === null && paid_on !== ''
  const date = isUnreadable ? reportPaymentMessages.dateInvalid : paidOnProblem(paidOn, today)
  const pesos = reportedAmountProblem(amount)
  const [receipt] = documentErrors(document ? [document] : [], 1)
  return {
    ...(date !== null && { paid_on: date }),
    ...(pesos !== null && { amount: pesos }),
    ...(receipt !== undefined && { document: receipt }),
  }
}

interface ReceiptFieldProps {
  file: File | null
  disabled: boolean
  error: string | undefined
  onFile: (file: File | null) => void
}

const TITLE = 'Comprobante'

/** One file, chosen, dropped or photographed. */
function ReceiptField({ file, disabled, error, onFile }: ReceiptFieldProps) {
  const kept = useFocusKept<HTMLFieldSetElement>()
  return (
    <fieldset className={classes.receipt} data-wrong={error !== undefined || undefined} {...kept}>
      <legend>{TITLE}</legend>
      {file ? (
        <FileRow
          name={file.name}
          size={file.size}
          file={file}
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
