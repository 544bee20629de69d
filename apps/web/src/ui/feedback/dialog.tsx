import { Modal, type ModalProps } from '@mantine/core'
import { ButtonRow } from '../layout/button-row.tsx'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { useEscape } from './use-escape.ts'
import { useFocusBack } from './use-focus-back.ts'

interface Props extends Omit<ModalProps, 'opened' | 'closeOnEscape'> {
  title: string
  /** Below the content. */
  buttons?: ReactNode
  /** The dialog cannot be closed while its action runs. */
  isBusy?: boolean
}

/** Open while mounted. */
export function Dialog({ buttons, children, isBusy = false, onClose, ...props }: Props) {
  const close = isBusy ? () => {} : onClose
  const isNested = useEscape(close)
  useFocusBack()
  return (
    <Modal
      opened
      centered
      classNames={{ title: classes.title ?? '', content: classes.content ?? '' }}
      // Mantine renders a <header>, which would be announced as a second banner.
      attributes={{ header: { role: 'presentation' } }}
      // A nested dialog darkens the page less.
      overlayProps={{ backgroundOpacity: isNested ? 0.25 : 0.6 }}
      closeButtonProps={{ 'aria-label': 'Cerrar', disabled: isBusy }}
      {...props}
      closeOnEscape={false}
      onClose={close}
    >
      {children}
      {buttons && <ButtonRow className={classes.buttons}>{buttons}</ButtonRow>}
    </Modal>
  )
}
