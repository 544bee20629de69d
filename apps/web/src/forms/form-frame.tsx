import type { FormEvent, ReactNode } from 'react'
import { Button } from '../ui/buttons/button.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import classes from './forms.module.css'

interface Props {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onChange?: () => void
  isBusy: boolean
  /** The error that belongs to no field. */
  notice: ReactNode
  /** The size of the save button; 'md' is for a form that is part of a page. */
  size?: 'sm' | 'md'
  submit?: string | undefined
  /** What is sent cannot be undone. */
  isDanger?: boolean | undefined
  cancel?: string | undefined
  /** Without it there is no second button. */
  onCancel?: (() => void) | undefined
  children: ReactNode
}

/** Fields, the general error, and the buttons of a form. */
export function FormFrame(props: Props) {
  const { onSubmit, isBusy, notice, submit = 'Guardar', cancel = 'Cancelar' } = props
  return (
    <form
      className={classes.form}
      data-size={props.size}
      method="post"
      noValidate
      onSubmit={onSubmit}
      onChange={props.onChange}
    >
      {props.children}
      {notice}
      <ButtonRow isFoot>
        <Button
          type="submit"
          variant={props.isDanger ? 'danger' : 'filled'}
          size={props.size ?? 'sm'}
          loading={isBusy}
        >
          {submit}
        </Button>
        {props.onCancel && (
          <Button variant="default" disabled={isBusy} onClick={props.onCancel}>
            {cancel}
          </Button>
        )}
      </ButtonRow>
    </form>
  )
}
