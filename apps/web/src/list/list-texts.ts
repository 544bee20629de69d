/** The texts of the list's dialogs; a list can override them. */
export interface ListTexts {
  remove: string
  restore: string
  removed: string
  restored: string
}

export const listTexts: ListTexts = {
  remove: '¿Seguro que quieres eliminar este elemento?',
  restore: '¿Seguro que quieres restaurar este elemento?',
  removed: 'Se ha eliminado correctamente!',
  restored: 'Se ha restaurado correctamente!',
}
