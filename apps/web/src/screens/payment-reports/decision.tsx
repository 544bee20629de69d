import { MAX_DECLINE_REASON } from '@carpeta/domain/payments/payment-report-rules'
import { paymentReportMessages } from '@carpeta/domain/payments/payment-report-states'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  confirmReport,
  declineReport,
  PAYMENT_REPORTS,
  type StaffPaymentReport,
} from '../../api/payments/payment-matching.ts'
import { ActionFailure } from '../../requests/action-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Textarea } from '../../ui/fields/inputs.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Candidates } from './candidates.tsx'
import classes from './report-detail.module.css'

/** Confirms the report with a payment of accounting, or declines it. */
export function Decision({ report }: { report: StaffPaymentReport }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>()

  /** Everybody's lists and this report are outdated after a decision. */
  async function reload(): Promise<boolean> {
    await client.invalidateQueries({ queryKey: [PAYMENT_REPORTS] })
    setFailure(undefined)
    return true
  }

  async function decide(name: string, action: () => Promise<unknown>) {
    setBusy(name)
    setFailure(undefined)
    try {
      await action()
      await reload()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(null)
    }
  }

  return (
    <>
      <Card title="Pagos de la venta en contabilidad">
        <Candidates
          candidates={report.candidates}
          busy={busy}
          onConfirm={(key) => void decide(key, () => confirmReport(report.id, key))}
        />
        <ActionFailure failure={failure} reload={reload} />
      </Card>
      <Card title="¿No corresponde?">
        <DeclineForm
          isBusy={busy === DECLINE}
          isDisabled={busy !== null && busy !== DECLINE}
          onDecline={(reason) => void decide(DECLINE, () => declineReport(report.id, reason))}
        />
      </Card>
    </>
  )
}

// No payment has this key, since keys have no spaces around them.
const DECLINE = ' decline '

interface DeclineProps {
  isBusy: boolean
  isDisabled: boolean
  onDecline: (reason: string) => void
}

function DeclineForm({ isBusy, isDisabled, onDecline }: DeclineProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') setError(paymentReportMessages.reasonRequired.text)
    else onDecline(reason.trim())
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <Textarea
        label="Motivo"
        description="El socio lo lee en su carpeta; recibe un correo sin el motivo."
        rows={3}
        maxLength={MAX_DECLINE_REASON}
        value={reason}
        error={error}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
          setError('')
        }}
      />
      <div>
        <Button type="submit" variant="default" loading={isBusy} disabled={isDisabled}>
          Rechazar
        </Button>
      </div>
    </form>
  )
}
