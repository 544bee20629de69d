import { openingHours } from '@carpeta/domain/dates/opening-hours'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { useIsExtended } from '../../session/extended.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ChevronRightIcon, FileIcon, HelpIcon, PersonIcon } from '../../ui/icons/icons.tsx'
import classes from './dashboard.module.css'

export function NoSales() {
  const hasDocuments = useIsExtended()
  return (
    <>
      <EmptyState title="Todavía no hay compras en tu carpeta">
        Tu compra aparecerá aquí cuando la cooperativa la apruebe. Si crees que ya debería estar,{' '}
        <WriteToUs />. Atendemos {openingHours().join('; ').toLowerCase()}.
      </EmptyState>
      <nav aria-label="Mientras tanto">
        <Way to="/help" icon={<HelpIcon size={20} />}>
          Ayuda
        </Way>
        <Way to="/profile" icon={<PersonIcon size={20} />}>
          Mi perfil
        </Way>
        {hasDocuments && (
          <Way to="/documents" icon={<FileIcon size={20} />}>
            Mis documentos
          </Way>
        )}
      </nav>
    </>
  )
}

interface WayProps {
  to: string
  icon: ReactNode
  children: ReactNode
}

function Way({ to, icon, children }: WayProps) {
  return (
    <Link className={classes.linkRow} to={to}>
      {icon}
      <span>{children}</span>
      <ChevronRightIcon size={18} />
    </Link>
  )
}
