import { countMissing, setupSteps } from '@carpeta/domain/setup/setup-steps'
import { counted } from '@carpeta/domain/text/counted'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { hideSetup, type Setup, setupQuery } from '../../api/staff.ts'
import { workCountsQuery } from '../../api/work-counts.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { CatalogueStep } from './catalogue-step.tsx'
import classes from './setup.module.css'
import {
  AccountStep,
  CompanyStep,
  InvitationsStep,
  LoadStep,
  MailStep,
  OnlinePaymentsStep,
  SecondFactorStep,
} from './steps.tsx'

/** What a new installation needs, before its members come. */
export function Screen() {
  return (
    <Page title="Puesta en marcha">
      <Checklist />
    </Page>
  )
}

function Checklist() {
  const { data, error, refetch } = useQuery(setupQuery)
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <Stack gap="xl">
      <Summary setup={data} />
      <ol className={classes.steps}>
        <CompanyStep {...data.company} />
        <AccountStep {...data.payment_account} />
        <OnlinePaymentsStep {...data.online_payments} />
        <MailStep {...data.mail} />
        <LoadStep {...data.load} />
        <CatalogueStep {...data.procedures} />
        <SecondFactorStep {...data.second_factor} />
        <InvitationsStep {...data.invitations} />
      </ol>
    </Stack>
  )
}

function Summary({ setup }: { setup: Setup }) {
  const missing = countMissing(setupSteps.map((step) => setup[step].state))
  return (
    <div className={classes.summary}>
      <p>
        {missing === 0
          ? 'No falta nada: el portal está listo para tus socios.'
          : `${missing === 1 ? 'Falta' : 'Faltan'} ${counted(missing, 'paso', 'pasos')} de ${setupSteps.length}. Cada uno se marca solo cuando está listo.`}
      </p>
      {missing === 0 && <HideSetup isHidden={setup.is_hidden} />}
    </div>
  )
}

function Loading() {
  return (
    <Stack gap="lg">
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      {setupSteps.map((step) => (
        <Skeleton key={step} height={110} radius={14} />
      ))}
    </Stack>
  )
}

/** The complete list leaves the start page of staff, for all of them; the screen stays. */
function HideSetup({ isHidden }: { isHidden: boolean }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => hideSetup(!isHidden),
    onSuccess: () =>
      Promise.all(
        [setupQuery, workCountsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      ),
  })
  return (
    <>
      <Button variant="default" size="sm" loading={isPending} onClick={() => mutate()}>
        {isHidden ? 'Mostrar en la página de inicio' : 'Ocultar de la página de inicio'}
      </Button>
      {error && <FailureNotice error={error} />}
    </>
  )
}
