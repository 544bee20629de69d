import { Modal, type ModalProps } from '@mantine/core'
import { ButtonRow } from '../layout/button-row.tsx'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './dialog.module.css'
import { useEscape } from './use-escape.ts'

interface Props extends Omit<ModalProps, 'opened' | 'closeOnEscape'> {
  title: string
  /** Beneath what it says. */
  buttons?: ReactNode
  /** What it was opened for is under way: nobody leaves before its end is known. */
  isBusy?: boolean
}

/** Shown as long as it is rendered. */
export function Dialog({ buttons, children, isBusy = false, onClose, ...props }: Props) {
  const close = isBusy ? () => {} : onClose
  const isNested = useEscape(close)
  useFocusBack()
  return (
    <Modal
      opened
      centered
      classNames={{ title: classes.title ?? '', content: classes.content ?? '' }}
      // Its <header> would be announced as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      // One shade upon the other would make night of the page.
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

/**
 * Mantine gives the focus back when a dialog closes, but not when it is taken away. Where its button
 * went away meanwhile and nobody chose another one, the page's content gets it: who works by keyboard
 * does not begin again at the top.
 */
function useFocusBack() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body
      const target = opener?.isConnected ? opener : isLost && document.querySelector('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
    [opener],
  )
}
