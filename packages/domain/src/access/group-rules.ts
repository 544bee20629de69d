import { permissions } from './permissions.ts'

export const groupMessages = {
  name: 'Ingrese nombre',
  nameTaken: 'Ya existe un grupo con este nombre',
  unknownPermission: (text: string) => `Permiso desconocido: ${text}`,
  inUse: (members: number) =>
    members === 1
      ? 'El grupo tiene 1 integrante. Quítalo del grupo antes de eliminarlo.'
      : `El grupo tiene ${members} integrantes. Quítalos del grupo antes de eliminarlo.`,
} as const

export interface GroupForm {
  name: string
  permissions: readonly string[]
}

/** All failures by field. A permission that the group already has stays valid, even an unknown one. */
export function groupErrors(
  form: GroupForm,
  current: readonly string[] = [],
): Partial<Record<keyof GroupForm, string[]>> {
  const known: readonly string[] = [...permissions, ...current]
  const unknown = form.permissions.filter((permission) => !known.includes(permission))
  return {
    ...(form.name.trim() === '' && { name: [groupMessages.name] }),
    ...(unknown.length > 0 && { permissions: unknown.map(groupMessages.unknownPermission) }),
  }
}
