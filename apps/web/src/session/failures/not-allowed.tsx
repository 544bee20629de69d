import { Link } from 'react-router'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Shown in place of what a permission that was taken meanwhile kept from us. */
export function NotAllowed() {
  return (
    <Notice tone="warning">
      Sin autorización. <Link to="/dashboard">Volver a mi carpeta</Link>
    </Notice>
  )
}
