import { invalid, type Refusal, refusal, required, taken, tooMany } from '../errors/refusal.ts'
import { nameError } from '../people/name-rules.ts'
import { permissions } from './permissions.ts'

/** The form of a user lists them all. */
export const MAX_GROUPS = 100

export const groupMessages = {
  name: required('Ingrese nombre'),
  nameTaken: taken('Ya existe un grupo con este nombre'),
  tooMany: tooMany(`Hay ${MAX_GROUPS} grupos, y no caben más. Elimina alguno.`),
  unknownPermission: (text: string) => invalid(`Permiso desconocido: ${text}`),
  changedMeanwhile: refusal(
    'changed_meanwhile',
    'Otra persona cambió este grupo mientras lo editabas. Actualiza la página y vuelve a intentarlo.',
  ),
  inUse: (members: number) =>
    refusal(
      'group_in_use',
      members === 1
        ? 'El grupo tiene 1 integrante. Quítalo del grupo antes de eliminarlo.'
        : `El grupo tiene ${members} integrantes. Quítalos del grupo antes de eliminarlo.`,
    ),
} as const

export interface GroupForm {
  name: string
  permissions: readonly string[]
}

/** All failures by field. What the group already has stays valid: its name, an unknown permission. */
export function groupErrors(
  form: GroupForm,
  before: GroupForm | null = null,
): Partial<Record<keyof GroupForm, Refusal[]>> {
  const known: readonly string[] = [...permissions, ...(before?.permissions ?? [])]
  const unknown = form.permissions.filter((permission) => !known.includes(permission))
  const name = form.name === before?.name ? null : groupNameError(form.name)
  return {
    ...(name !== null && { name: [name] }),
    ...(unknown.length > 0 && { permissions: unknown.map(groupMessages.unknownPermission) }),
  }
}

export function groupNameError(typed: string): Refusal | null {
  const name = typed.trim()
  return name === '' ? groupMessages.name : nameError(name)
}
