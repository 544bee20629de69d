import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { mailOutcomeSentences } from '@carpeta/domain/setup/mail-outcomes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Setup, sendTestEmail, setupQuery } from '../../api/staff/setup.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Step } from './step.tsx'

/** An email to the own address shows whether the mail server accepts what the portal sends. */
export function MailStep({ state, server, test }: Setup['mail']) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: sendTestEmail,
    onSuccess: () => client.invalidateQueries({ queryKey: setupQuery.queryKey }),
  })
  return (
    <Step
      step="mail"
      state={state}
      action={
        <Button variant="default" size="sm" loading={isPending} onClick={() => mutate()}>
          Enviarme un correo de prueba
        </Button>
      }
    >
      <p>
        {server === null ? (
          <>
            Los correos quedan en una carpeta del servidor: falta <code>SMTP_URL</code>.
          </>
        ) : (
          `Los correos salen por ${server}.`
        )}{' '}
        {test === null
          ? 'Nadie ha enviado un correo de prueba con esta configuración.'
          : `Última prueba: ${dateTimeInSantiago(test.at)}.`}
      </p>
      {test && (
        <Notice tone={test.outcome === 'sent' ? 'success' : 'warning'}>
          {mailOutcomeSentences[test.outcome]}
        </Notice>
      )}
      {error && <FailureNotice error={error} />}
    </Step>
  )
}
