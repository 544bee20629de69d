/** What the list's dialogs say (spec §8); a list may have its own words. */
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
