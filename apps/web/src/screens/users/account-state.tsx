import { Tag } from '../../ui/display/tag.tsx'
import { CheckCircleIcon, CrossCircleIcon } from '../../ui/icons/icons.tsx'

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
