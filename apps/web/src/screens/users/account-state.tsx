import { CheckCircleIcon } from '../../ui/icons.tsx'
import { CrossCircleIcon } from '../../ui/state-icons.tsx'
import { Tag } from '../../ui/tag.tsx'

export function AccountState({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Tag tone="green" icon={CheckCircleIcon}>
      Activado
    </Tag>
  ) : (
    <Tag tone="red" icon={CrossCircleIcon}>
      Desactivado
    </Tag>
  )
}
