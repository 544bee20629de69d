import { type ComponentProps, useId } from 'react'
import classes from './card.module.css'

interface Props extends ComponentProps<'section'> {
  title?: string
  size?: 'md' | 'lg'
  tone?: 'plain' | 'answer'
}

/** A section of a page on its own surface. */
export function Card({ title, size = 'md', tone = 'plain', children, ...props }: Props) {
  const id = useId()
  return (
    <section
      {...props}
      className={`${classes.card} ${props.className ?? ''}`}
      data-size={size}
      data-tone={tone}
      aria-labelledby={title && id}
    >
      {title && <h2 id={id}>{title}</h2>}
      {children}
    </section>
  )
}
