import { Modal, type ModalProps } from '@mantine/core'
import { ButtonRow } from '../layout/button-row.tsx'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { enterHistory } from './back-closes.ts'
import classes from './feedback.module.css'

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
      {buttons && <ButtonRow isFoot>{buttons}</ButtonRow>}
    </Modal>
  )
}

type Close = () => void

// The open dialogs, the topmost one last.
const open: { current: Close }[] = []

// Before a tooltip inside the dialog handles the key.
const EARLY = { capture: true }

function closeTopmost(event: KeyboardEvent) {
  if (event.key === 'Escape' && !event.isComposing) open.at(-1)?.current()
}

/**
 * Closes only the topmost dialog, by Escape or by the phone's Back; Mantine would close all of them.
 * @returns whether another dialog is open below.
 */
function useEscape(onEscape: Close): boolean {
  const [isNested, setNested] = useState(() => open.length > 0)
  const close = useRef(onEscape)
  useEffect(() => {
    close.current = onEscape
  })
  useLayoutEffect(() => {
    // A dialog that this one replaces is gone by now.
    setNested(open.length > 0)
    if (open.length === 0) window.addEventListener('keydown', closeTopmost, EARLY)
    open.push(close)
    enterHistory(open)
    return () => {
      open.splice(open.indexOf(close), 1)
      if (open.length === 0) window.removeEventListener('keydown', closeTopmost, EARLY)
    }
  }, [])
  return isNested
}

// The focused element before each open dialog, the topmost last. The first element opened the
// dialog; the others opened those below it, or those that it replaced.
const openers: (Element | null)[][] = []

/**
 * Returns the focus when the dialog unmounts, which Mantine does only when it closes. If the opener
 * is gone and nothing has the focus, the dialog below gets it, or else the page's content.
 */
function useFocusBack() {
  const [own] = useState(() => [document.activeElement, ...(openers.at(-1) ?? [])])
  useEffect(() => {
    openers.push(own)
    return () => {
      openers.splice(openers.indexOf(own), 1)
      const below = [...document.querySelectorAll('[role="dialog"]')].at(-1)
      const usable = own.filter((opener) => isUsable(opener, below))
      const isLost = document.activeElement === document.body
      const target =
        usable[0] === own[0] || isLost
          ? (usable[0] ?? below ?? document.querySelector('main'))
          : null
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [own])
}

function isUsable(opener: Element | null, below: Element = document.body): boolean {
  return (
    opener !== null && opener !== below && below.contains(opener) && !opener.matches(':disabled')
  )
}
