import type { ReactNode } from 'react'
import classes from './phone-link.module.css'

interface Props {
  phone: string
  className?: string | undefined
  /** Instead of the number. */
  children?: ReactNode
}

/** Dials; as it is written elsewhere it may have spaces and dots, at which no line breaks. */
export function PhoneLink({ phone, className = classes.phone, children = phone }: Props) {
  return (
    <a className={className} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      {children}
    </a>
  )
}
