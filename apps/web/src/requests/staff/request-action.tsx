import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import { type MutationKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type Dispatch,
  type FormEvent,
  type ReactNode,
  type SetStateAction,
  use,
  useState,
} from 'react'
import { showErrors } from '../../forms/show-errors.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Textarea, TextInput } from '../../ui/fields/inputs.ts'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { isConflict } from '../request-parts.tsx'
import { REQUESTS, type StaffRequest, staffRequestQuery } from './calls.ts'
import { TellDone } from './done.tsx'

/** Records which version of the request the user has seen. */
export const SetKnownVersion = createContext<Dispatch<SetStateAction<number>>>(() => {})

interface Action {
  /** Resolves to whether the action succeeded. */
  run: (perform: () => Promise<StaffRequest>) => Promise<boolean>
  /** Like `run`, for a caller that shows the failure itself. */
  attempt: (perform: () => Promise<StaffRequest>) => Promise<StaffRequest>
  isBusy: boolean
  /** For the button that runs it. */
  button: { loading: boolean; 'aria-disabled': boolean }
  failure: unknown
  /** The request changed meanwhile, and is not loaded yet. */
  needsReload: boolean
  /** Loads the current request and clears the error. Resolves to whether that worked. */
  reload: () => Promise<boolean>
}

/**
 * Runs an action on the version that the user saw, and shows the server's answer. Meanwhile no other
 * one can begin: it would name the same version.
 */
export function useRequestAction(id: number): Action {
  const mutationKey = [REQUESTS, 'action', id]
  const isHeld = useIsMutating({ mutationKey }) > 0
  const action = useVersionedMutation(id, ({ version }) => version, mutationKey)
  const needsReload = isConflict(action.failure)
  const button = { loading: action.isBusy, 'aria-disabled': isHeld || needsReload }
  return { ...action, needsReload, button }
}

/**
 * Runs an action that names no version. Changes by others that come with its answer are still
 * announced.
 * @param ownVersions the number of versions that the action itself adds
 */
export function useUnversionedAction(id: number, ownVersions: 0 | 1): Action {
  return useVersionedMutation(id, (_request, known) => known + ownVersions)
}

function useVersionedMutation(
  id: number,
  knownAfter: (request: StaffRequest, known: number) => number,
  mutationKey: MutationKey = [],
): Action {
  const client = useQueryClient()
  const query = staffRequestQuery(id)
  const know = use(SetKnownVersion)
  const tell = use(TellDone)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationKey,
    mutationFn: (perform: () => Promise<StaffRequest>) => perform(),
    onSuccess: async (request) => {
      // A read that began before would bring the earlier version back.
      await client.cancelQueries({ queryKey: query.queryKey })
      know((known) => knownAfter(request, known))
      const lastId = client.getQueryData(query.queryKey)?.events.at(-1)?.id ?? 0
      client.setQueryData(query.queryKey, request)
      if ((request.events.at(-1)?.id ?? 0) > lastId) tell(request)
      await client.invalidateQueries({ queryKey: [REQUESTS, 'active'], refetchType: 'none' })
    },
  })

  async function reload() {
    try {
      know((await client.fetchQuery(query)).version)
      reset()
      return true
    } catch {
      return false
    }
  }

  return {
    run: (perform) =>
      mutateAsync(perform).then(
        () => true,
        () => false,
      ),
    attempt: mutateAsync,
    isBusy: isPending,
    button: { loading: isPending, 'aria-disabled': false },
    failure: error ?? undefined,
    needsReload: false,
    reload,
  }
}

interface Props {
  label: string
  description: string
  /** A field of one line with small buttons, beside a document. */
  isCompact?: boolean
  rows?: number
  maxLength?: number
  autoFocus?: boolean
  text: string
  onText: (text: string) => void
  /** The error of an empty text; without it the server decides. */
  required?: string
  submit: string
  variant?: 'filled' | 'default'
  button: Action['button']
  onSubmit: (text: string) => void
  onCancel?: () => void
  /** Between the field and the buttons. */
  failure?: ReactNode
}

/** An action on a request that takes one text: a note, a reason. */
export function TextActionForm(props: Props) {
  const { text, onText, required, button, onSubmit, onCancel, isCompact = false } = props
  const [error, setError] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (required && text.trim() === '') showErrors(event.currentTarget, () => setError(required))
    else onSubmit(text.trim())
  }

  const field = {
    label: props.label,
    description: props.description,
    maxLength: props.maxLength ?? MAX_REQUEST_TEXT,
    autoFocus: props.autoFocus ?? false,
    value: text,
    error,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      onText(currentTarget.value)
      setError('')
    },
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={isCompact ? 'sm' : 'lg'}>
        {isCompact ? (
          <TextInput {...field} size="sm" autoComplete="off" />
        ) : (
          <Textarea {...field} rows={props.rows ?? 2} />
        )}
        {props.failure}
        <ButtonRow>
          <Button type="submit" variant={props.variant ?? 'default'} {...button}>
            {props.submit}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancelar
            </Button>
          )}
        </ButtonRow>
      </Stack>
    </form>
  )
}
