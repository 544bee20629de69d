import './inputs.ts'
import './action-icon.ts'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useState } from 'react'
import { EyeIcon, EyeOffIcon } from '../icons/icons.tsx'
import { useHydrated } from '../use-hydrated.ts'
import classes from './password-field.module.css'

const ToggleIcon = ({ reveal }: { reveal: boolean }) => (reveal ? <EyeOffIcon /> : <EyeIcon />)

/** A password that can be shown; the eye is reached by keyboard too. */
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
        // The label says what it does, so it must not also be announced as pressed.
        'aria-label': isVisible ? 'Ocultar contraseña' : 'Mostrar contraseña',
        'aria-pressed': undefined,
      }}
    />
  )
}
