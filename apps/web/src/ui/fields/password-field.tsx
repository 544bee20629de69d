import './inputs.ts'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useState } from 'react'
import { EyeIcon, EyeOffIcon } from '../icons/login-icons.tsx'
import { useHydrated } from '../use-hydrated.ts'
import classes from './password-field.module.css'

const ToggleIcon = ({ reveal }: { reveal: boolean }) => (reveal ? <EyeOffIcon /> : <EyeIcon />)

/** A password field with a toggle that the keyboard can reach. */
export function PasswordField(props: PasswordInputProps) {
  const isReady = useHydrated()
  const [isVisible, setVisible] = useState(false)
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      classNames={{ visibilityToggle: classes.toggle ?? '' }}
      {...props}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={ToggleIcon}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{
        disabled: !isReady,
        // The label changes with the state, so `aria-pressed` would announce it twice.
        'aria-label': isVisible ? 'Ocultar contraseña' : 'Mostrar contraseña',
        'aria-pressed': undefined,
      }}
    />
  )
}
