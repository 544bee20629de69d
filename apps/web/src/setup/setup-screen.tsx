import { can } from '@carpeta/domain/access/permissions'
import { businessHoursText } from '@carpeta/domain/dates/business-hours-text'
import { countMissing, setupSteps } from '@carpeta/domain/setup/setup-steps'
import { counted } from '@carpeta/domain/text/counted'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PROCEDURES } from '../procedures/calls.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { startCalls } from '../session/start-calls.ts'
import { useStoredUser } from '../session/use-stored-user.ts'
import { workCountsQuery } from '../staff/work-counts.ts'
import { Button } from '../ui/buttons/button.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Checkbox } from '../ui/fields/checkbox.ts'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/stack.tsx'
import {
  addStarterProcedures,
  hideSetup,
  type Setup,
  type StarterProcedure,
  setupQuery,
  starterProceduresQuery,
} from './calls.ts'
import classes from './setup.module.css'
import {
  AccountStep,
  CompanyStep,
  InvitationsStep,
  isMailBroken,
  LoadStep,
  MailStep,
  NextStep,
  OnlinePaymentsStep,
  SecondFactorStep,
  Step,
} from './steps.tsx'

export const loader = startCalls((client) => void client.prefetchQuery(setupQuery))

/** What a new installation needs, before its members come. */
export function Component() {
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
      <Steps setup={data} />
    </Stack>
  )
}

/** What does not work comes first, from the next visit on: nothing moves under the pointer. */
function Steps({ setup }: { setup: Setup }) {
  const [isMailFirst] = useState(isMailBroken(setup.mail))
  const missing = setupSteps.find((step) => setup[step].state === 'missing') ?? null
  const mail = <MailStep {...setup.mail} />
  return (
    <NextStep value={isMailBroken(setup.mail) ? 'mail' : missing}>
      <ol className={classes.steps}>
        {isMailFirst && mail}
        <CompanyStep {...setup.company} />
        <AccountStep {...setup.payment_account} />
        <OnlinePaymentsStep {...setup.online_payments} />
        {!isMailFirst && mail}
        <LoadStep {...setup.load} />
        <CatalogueStep {...setup.procedures} />
        <SecondFactorStep {...setup.second_factor} />
        <InvitationsStep {...setup.invitations} />
      </ol>
    </NextStep>
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

function CatalogueStep({ state, offered }: Setup['procedures']) {
  const user = useStoredUser() ?? null
  const [isChoosing, setChoosing] = useState(false)
  const mayEdit = can(user, 'procedures.change_procedures')
  return (
    <Step
      step="procedures"
      state={state}
      action={
        mayEdit && (
          <div className={classes.buttons}>
            <Button variant="default" size="sm" onClick={() => setChoosing(true)}>
              Elegir de una lista
            </Button>
            <Link to="/procedures">Ir a Trámites</Link>
          </div>
        )
      }
    >
      <p>
        {offered === 0
          ? 'Los socios no tienen ningún trámite propio de tu cooperativa que pedir.'
          : `${counted(offered, 'trámite tuyo se puede', 'trámites tuyos se pueden')} pedir.`}
      </p>
      {offered === 0 && (
        <p>
          {mayEdit
            ? 'Comienza con trámites usuales y cámbialos después.'
            : 'Los añade quien puede editar los trámites.'}
        </p>
      )}
      {isChoosing && <StarterDialog onClose={() => setChoosing(false)} />}
    </Step>
  )
}

/** Usual procedures, of which staff choose the first ones of their catalogue. */
function StarterDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data: procedures, error: failure, refetch } = useQuery(starterProceduresQuery)
  const [chosen, setChosen] = useState<string[]>([])
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => addStarterProcedures(chosen),
    onSuccess: async () => {
      await Promise.all(
        [setupQuery.queryKey, [PROCEDURES], starterProceduresQuery.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
      onClose()
    },
  })
  return (
    <Dialog
      title="Trámites para comenzar"
      size="lg"
      isBusy={isPending}
      onClose={onClose}
      buttons={
        <>
          <Button disabled={chosen.length === 0} loading={isPending} onClick={() => mutate()}>
            {chosen.length === 0
              ? 'Añadir'
              : `Añadir ${counted(chosen.length, 'trámite', 'trámites')}`}
          </Button>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            Cancelar
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          Son textos usuales en cooperativas de vivienda. Después puedes cambiarlos en «Trámites».
        </p>
        {failure && !procedures && <LoadFailure error={failure} onRetry={() => void refetch()} />}
        {!procedures && !failure && <Skeleton height={320} />}
        {procedures && <Choice procedures={procedures} chosen={chosen} onChoose={setChosen} />}
        {error && <FailureNotice error={error} />}
      </Stack>
    </Dialog>
  )
}

interface ChoiceProps {
  procedures: StarterProcedure[]
  chosen: string[]
  onChoose: (titles: string[]) => void
}

function Choice({ procedures, chosen, onChoose }: ChoiceProps) {
  return (
    <Checkbox.Group aria-label="Trámites" value={chosen} onChange={onChoose}>
      <div className={classes.choices}>
        {procedures.map(({ title, description, documents, answer_hours: hours, is_present }) => (
          <Checkbox
            key={title}
            value={title}
            disabled={is_present}
            label={is_present ? `${title} (ya está en tu catálogo)` : title}
            description={`${description} ${documentsOf(documents)} Plazo: ${businessHoursText(hours)}.`}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function documentsOf(documents: string[]): string {
  return documents.length === 0 ? 'Sin documentos.' : `Pide: ${documents.join('; ')}.`
}
