import { formatRut } from '@carpeta/domain/people/rut'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import { Link } from 'react-router'
import type { FilingOptions } from '../../../api/staff/filings.ts'
import { FormFrame } from '../../../forms/form-frame.tsx'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { NativeSelect, Textarea } from '../../../ui/fields/inputs.ts'
import { Card } from '../../../ui/layout/card.tsx'
import classes from './filing.module.css'
import { RequiredFile } from './required-file.tsx'
import { useFiling } from './use-filing.ts'

/** The same fields and rules as the member's own form. */
export function FilingForm({ options }: { options: FilingOptions }) {
  const { member } = options
  const form = useFiling(options)
  const { procedure, sales, errors } = form
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
        <FormFrame
          size="md"
          submit="Ingresar la solicitud"
          isBusy={form.isBusy}
          notice={form.failure !== undefined && <FailureNotice error={form.failure} />}
          onSubmit={(event) => {
            event.preventDefault()
            void form.submit()
          }}
        >
          <NativeSelect
            label="Trámite"
            value={procedure?.id ?? ''}
            error={errors.procedure}
            onChange={({ currentTarget }) => form.chooseProcedure(Number(currentTarget.value))}
            data={[
              { value: '', label: 'Elige uno' },
              ...options.procedures.map(({ id, title }) => ({ value: String(id), label: title })),
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
              value={form.saleCode}
              onChange={({ currentTarget }) => form.setSaleCode(currentTarget.value)}
              data={sales.map(({ code, project }) => ({
                value: code,
                label: [code, project].filter(Boolean).join(' · '),
              }))}
            />
          )}
          <Textarea
            label="Qué pide"
            description="El socio lo lee como parte de su solicitud."
            rows={5}
            maxLength={MAX_REQUEST_TEXT}
            value={form.comment}
            error={errors.comment}
            onChange={({ currentTarget }) => form.setComment(currentTarget.value)}
          />
          {procedure && procedure.documents.length > 0 && (
            <ul className={classes.files}>
              {procedure.documents.map((title, position) => (
                <RequiredFile
                  // biome-ignore lint/suspicious/noArrayIndexKey: two documents may have the same name.
                  key={`${procedure.id} ${position}`}
                  title={title}
                  file={form.files[position] ?? null}
                  error={errors.files[position] ?? ''}
                  isBusy={form.isBusy}
                  onChosen={(file) => form.chooseFile(position, file)}
                />
              ))}
            </ul>
          )}
        </FormFrame>
      </Card>
    </>
  )
}
