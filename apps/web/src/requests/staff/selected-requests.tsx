import type { RequestRow } from '@carpeta/contract/staff-requests'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import { MAX_REQUEST_TEXT, requestMessages } from '@carpeta/domain/requests/request-states'
import { counted } from '@carpeta/domain/text/counted'
import { Menu } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { showErrors } from '../../forms/show-errors.ts'
import { type Selected, SelectionBar } from '../../list/selection.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { NativeSelect, Textarea } from '../../ui/fields/inputs.ts'
import { usePhone } from '../../ui/table/use-cards.ts'
import {
  assigneesQuery,
  assignRequests,
  REQUESTS,
  resolveRequests,
  type SeveralResult,
  templatesQuery,
} from './calls.ts'
import classes from './requests-screen.module.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'

const ANSWER = 'Responder con un texto…'

type Assignee = Awaited<ReturnType<NonNullable<typeof assigneesQuery.queryFn>>>[number]

interface Props {
  selected: Selected<RequestRow>
  onDone: (verbs: Verbs, results: SeveralResult[], whom?: string) => void
}

/** Said of one request, and of several: 'asignó', 'asignaron'. */
export type Verbs = [one: string, many: string]

/** Assigns the selected requests to one person or to nobody, or answers them with one text. */
export function SelectedRequests({ selected, onDone }: Props) {
  const client = useQueryClient()
  const { data: assignees = [] } = useQuery(assigneesQuery)
  const [isAnswering, setAnswering] = useState(false)
  const rows = [...selected.rows.values()]
  const procedures = new Set(rows.map(({ procedure_title: title }) => title))
  const { mutate, isPending, error } = useMutation({
    mutationFn: (assignee: Assignee | null) =>
      assignRequests(rows, assignee?.id ?? null, (results) =>
        assignee
          ? onDone(['asignó', 'asignaron'], results, `a ${assignee.name}`)
          : onDone(['dejó sin asignar', 'dejaron sin asignar'], results),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [REQUESTS] }),
  })
  const isPhone = usePhone()
  const answer = (
    <Button
      size="sm"
      variant="default"
      disabled={procedures.size > 1}
      aria-label={ANSWER}
      title={procedures.size > 1 ? requestMessages.answerOneProcedure.text : undefined}
      onClick={() => setAnswering(true)}
    >
      {isPhone ? 'Responder' : ANSWER}
    </Button>
  )
  return (
    <>
      {error && <FailureNotice error={error} />}
      <SelectionBar
        label={counted(selected.rows.size, 'seleccionada', 'seleccionadas')}
        names={[...selected.rows.keys()].map((id) => requestNumber(id))}
        onClear={selected.clear}
      >
        {isPhone && answer}
        {/* At once: whoever chose another person by mistake assigns them again. */}
        <Menu position="top-start" width={260} transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <Button size="sm" fullWidth={isPhone} loading={isPending}>
              Asignar a…
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.people ?? ''}>
            {assignees.map((assignee) => (
              <Menu.Item key={assignee.id} onClick={() => mutate(assignee)}>
                {assignee.name}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={() => mutate(null)}>Sin asignar</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {!isPhone && answer}
      </SelectionBar>
      {isAnswering && (
        <AnswerSeveral
          rows={rows}
          onDone={(results) => onDone(['respondió', 'respondieron'], results)}
          onClose={() => setAnswering(false)}
        />
      )}
    </>
  )
}

interface AnswerSeveralProps {
  rows: RequestRow[]
  onDone: (results: SeveralResult[]) => void
  onClose: () => void
}

/** One text, from a template or written, for requests of one procedure. */
function AnswerSeveral({ rows, onDone, onClose }: AnswerSeveralProps) {
  const client = useQueryClient()
  const { data: templates = [] } = useQuery(templatesQuery)
  const [text, setText] = useState('')
  const [missing, setMissing] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      resolveRequests(rows, text.trim(), (results) => {
        onClose()
        onDone(results)
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [REQUESTS] }),
  })

  function answer(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '') mutate()
    else showErrors(event.currentTarget, () => setMissing(requestMessages.answerRequired.text))
  }

  return (
    <FormDialog
      title={`Responder ${counted(rows.length, 'solicitud', 'solicitudes')}`}
      submit="Resolver y cerrar"
      onSubmit={answer}
      onClose={onClose}
      isBusy={isPending}
      isDirty={text !== ''}
      notice={error && <FailureNotice error={error} />}
    >
      <p>
        {rows[0]?.procedure_title}. Cada socio recibe este texto como respuesta y su solicitud se
        cierra. Las que tienen documentos por revisar, o archivos en su respuesta, se saltan, y el
        portal dice cuáles.
      </p>
      <NativeSelect
        label="Plantilla"
        value=""
        onChange={({ currentTarget }) => {
          setText(templates.find(({ id }) => String(id) === currentTarget.value)?.body ?? text)
          setMissing('')
        }}
        data={[
          { value: '', label: 'Elegir…' },
          ...templates.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
      />
      <Textarea
        label="Respuesta"
        rows={7}
        maxLength={MAX_REQUEST_TEXT}
        value={text}
        error={missing}
        data-autofocus
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setMissing('')
        }}
      />
    </FormDialog>
  )
}
