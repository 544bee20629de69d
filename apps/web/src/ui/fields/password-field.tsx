import { useState } from 'react'
import { EyeIcon, EyeOffIcon } from '../icons/login-icons.tsx'
import { useHydrated } from '../use-hydrated.ts'
import classes from './fields.module.css'
import { TextInput, type TextInputProps } from './inputs.ts'

/**
 * A password field with a toggle that the keyboard can reach. Not Mantine's, which brings its icon
 * buttons, their loader and their transitions to the login page: 4 kB.
 */
export function PasswordField(props: TextInputProps) {
  const isReady = useHydrated()
  const [isVisible, setVisible] = useState(false)
  return (
    <TextInput
      aria-invalid={props.error ? true : undefined}
      {...props}
      type={isVisible ? 'text' : 'password'}
      rightSection={
        <button
          type="button"
          className={classes.toggle}
          disabled={!isReady}
          // The label changes with the state, so `aria-pressed` would announce it twice.
          aria-label={isVisible ? 'Ocultar contraseña' : 'Mostrar contraseña'}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  )
}
