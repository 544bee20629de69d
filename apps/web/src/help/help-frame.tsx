import { helpTopicTitles } from '@carpeta/domain/help/help-page-rules'
import type { ReactNode } from 'react'
import { BackLink } from '../ui/layout/back-link.tsx'
import { Content } from '../ui/layout/content.tsx'
import { PageBody } from '../ui/layout/page.tsx'
import classes from './help.module.css'
import type { OwnHelpTopic } from './help-address.ts'

interface Props {
  title: string
  children: ReactNode
}

/** One page of the help, with the way back to all of it. */
export function HelpFrame({ title, children }: Props) {
  return (
    <Content title={title}>
      <PageBody className={classes.page}>
        <BackLink to="/help">Toda la ayuda</BackLink>
        <article className={classes.article}>
          <h1>{title}</h1>
          {children}
        </article>
      </PageBody>
    </Content>
  )
}

interface PictureProps {
  /** For users who cannot see the picture. */
  label: string
  /** width and height of the drawing */
  size: [number, number]
  caption: string
  children: ReactNode
}

/** A simplified picture of a part of the portal. */
export function Picture({ label, size: [width, height], caption, children }: PictureProps) {
  return (
    <figure className={classes.picture}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {children}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

export const ownTopicTitles: Record<OwnHelpTopic, string> = {
  ...helpTopicTitles,
  device: 'En tu teléfono y sin conexión',
}
