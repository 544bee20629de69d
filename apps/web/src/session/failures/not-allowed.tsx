import { Link } from 'react-router'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Shown when the user no longer has the permission. */
export function NotAllowed() {
  return (
    <Notice tone="warning">
      Sin autorización. <Link to="/dashboard">Volver a mi carpeta</Link>
    </Notice>
  )
}
