import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { jobName } from '@carpeta/domain/system/job-names'
import { counted } from '@carpeta/domain/text/counted'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirmation } from '../forms/confirmation.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import { discardJob, type FailingJob, retryJob, systemQuery } from './calls.ts'
import classes from './system.module.css'

type Action = 'retry' | 'discard'

export function FailingJobs({ jobs }: { jobs: FailingJob[] }) {
  const [asked, setAsked] = useState<{ job: FailingJob; action: Action } | null>(null)
  return (
    <>
      <h3>Los que fallan</h3>
      <ul className={classes.failing}>
        {jobs.map((job) => (
          <FailingRow key={job.id} job={job} onAsk={(action) => setAsked({ job, action })} />
        ))}
      </ul>
      <p className={classes.more}>
        El registro del servidor tiene el error completo, junto al número del trabajo.
      </p>
      {asked && <AskFirst {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function FailingRow({ job, onAsk }: { job: FailingJob; onAsk: (action: Action) => void }) {
  const { id, task, attempts, failure, has_failed: hasFailed } = job
  const next = hasFailed
    ? 'No se intenta más.'
    : `Se intenta de nuevo el ${dateTimeInSantiago(job.next_at)}.`
  return (
    <li>
      <p>
        <strong>{jobName(task)}</strong> (trabajo {id}): {failure}
      </p>
      <p className={classes.more}>
        <UnbrokenDates
          text={`${counted(attempts, 'intento', 'intentos')}, el último el ${dateTimeInSantiago(job.tried_at)}. ${next}`}
        />
      </p>
      <ButtonRow>
        <Button
          variant="default"
          size="sm"
          aria-label={`Reintentar el trabajo ${id}`}
          onClick={() => onAsk('retry')}
        >
          Reintentar
        </Button>
        {hasFailed && (
          <Button
            variant="danger"
            size="sm"
            aria-label={`Descartar el trabajo ${id}`}
            onClick={() => onAsk('discard')}
          >
            Descartar
          </Button>
        )}
      </ButtonRow>
    </li>
  )
}

const actions = {
  retry: {
    title: 'Reintentar el trabajo',
    confirm: 'Reintentar',
    act: retryJob,
    consequence: 'Se intenta de nuevo ahora. Si era un correo, sale como estaba escrito.',
  },
  discard: {
    title: 'Descartar el trabajo',
    confirm: 'Descartar',
    act: discardJob,
    consequence:
      'No se hará. Si era un correo, nadie lo recibirá, y su texto se borra. No se puede deshacer.',
  },
}

interface AskFirstProps {
  job: FailingJob
  action: Action
  onClose: () => void
}

function AskFirst({ job, action, onClose }: AskFirstProps) {
  const client = useQueryClient()
  const { title, confirm, act, consequence } = actions[action]
  return (
    <Confirmation
      title={title}
      confirm={confirm}
      isDanger={action === 'discard'}
      action={async () => {
        await act(job.id)
        await client.invalidateQueries({ queryKey: systemQuery.queryKey })
      }}
      onClose={onClose}
    >
      <p>
        <strong>{jobName(job.task)}</strong> (trabajo {job.id}). {consequence}
      </p>
    </Confirmation>
  )
}
