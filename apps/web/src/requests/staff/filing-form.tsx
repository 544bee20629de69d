import { formatRut } from '@carpeta/domain/people/rut'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { FormFrame } from '../../forms/form-frame.tsx'
import { showErrors } from '../../forms/show-errors.ts'
import { ListSkeleton } from '../../list/list-skeleton.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NativeSelect } from '../../ui/fields/inputs.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { openDraft } from '../draft.ts'
import { type DraftSource, draftQuery, filingSource } from '../draft-calls.ts'
import { DraftForm } from '../draft-form.tsx'
import { useSavedText } from '../saved-text.ts'
import { type FilingOptions, REQUESTS } from './calls.ts'
import classes from './filing.module.css'

const SUBMIT = 'Ingresar la solicitud'

interface Chosen {
  procedureId: string
  saleCode: string
}

/** The same fields and rules as the member's own form. */
export function FilingForm({ options }: { options: FilingOptions }) {
  const { member, procedures } = options
  // What was chosen is found again after a reload; what was written is in its draft.
  const [saved, save] = useSavedText(`filing-form:${member.id}`)
  const chosen: Chosen = saved ? JSON.parse(saved) : { procedureId: '', saleCode: '' }
  const choose = (part: Partial<Chosen>) => save(JSON.stringify({ ...chosen, ...part }))
  const [error, setError] = useState('')
  /** Follows to another procedure or sale. */
  const [text, setText] = useState('')
  const fields = useRef<HTMLDivElement>(null)
  const procedure = procedures.find(({ id }) => String(id) === chosen.procedureId)
  const sales = procedure
    ? options.sales.filter(({ is_open: isOpen }) => isOpen || !procedure.needs_open_sale)
    : []
  const sale = sales.find(({ code }) => code === chosen.saleCode) ?? sales[0]
  const target = procedure && sale && { procedureId: procedure.id, saleCode: sale.code }
  const source = target && filingSource(member.id, target)

  function missProcedure(event: FormEvent) {
    event.preventDefault()
    showErrors(fields.current, () =>
      setError(procedure ? '' : requestMessages.procedureRequired.text),
    )
  }

  return (
    <>
      <Card title="Socio">
        <p className={classes.name}>{member.name}</p>
        <p className={classes.detail}>{formatRut(member.social_security)}</p>
        <Link className={classes.other} to="/requests/new">
          Elegir a otro
        </Link>
      </Card>
      <Card title="La solicitud">
        <div ref={fields} className={classes.fields}>
          <Stack gap="lg">
            <NativeSelect
              label="Trámite"
              value={procedure?.id ?? ''}
              error={error}
              onChange={({ currentTarget }) => {
                choose({ procedureId: currentTarget.value })
                setError('')
              }}
              data={[
                { value: '', label: 'Elige uno' },
                ...procedures.map(({ id, title }) => ({ value: String(id), label: title })),
              ]}
            />
            {procedure && sales.length === 0 && (
              <Notice tone="warning">
                {member.name} no tiene una venta abierta para este trámite.
              </Notice>
            )}
            {sales.length > 0 && (
              <NativeSelect
                label="Venta"
                value={sale?.code ?? ''}
                onChange={({ currentTarget }) => choose({ saleCode: currentTarget.value })}
                data={sales.map(({ code, project }) => ({
                  value: code,
                  label: [code, project].filter(Boolean).join(' · '),
                }))}
              />
            )}
          </Stack>
        </div>
        {source ? (
          <Filing
            key={source.name}
            source={source}
            text={text}
            onText={setText}
            onSent={() => save('')}
          />
        ) : (
          <FormFrame
            size="md"
            submit={SUBMIT}
            isBusy={false}
            notice={null}
            onSubmit={missProcedure}
          >
            {null}
          </FormFrame>
        )}
      </Card>
    </>
  )
}

interface FilingProps {
  source: DraftSource
  /** What was written before another procedure or sale was chosen. */
  text: string
  onText: (text: string) => void
  onSent: () => void
}

function Filing({ source, text, onText, onSent }: FilingProps) {
  const { data, error, refetch } = useQuery(draftQuery(source))
  const client = useQueryClient()
  const navigate = useNavigate()
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return (
    <DraftForm
      open={(client) => openDraft(client, source, data)}
      initialText={text}
      label="Qué pide"
      description={() => 'El socio lo lee como parte de su solicitud.'}
      onText={onText}
      submit={SUBMIT}
      onSent={async (id) => {
        onSent()
        await client.invalidateQueries({ queryKey: [REQUESTS] })
        await navigate(`/requests/${id}`)
      }}
    />
  )
}
