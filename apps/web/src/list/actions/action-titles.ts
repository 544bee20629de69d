/** The titles of the dialogs that confirm or refuse an action. */
export const actionTitles = { remove: 'Eliminar', restore: 'Restaurar' } as const
