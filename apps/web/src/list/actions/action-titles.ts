/** Above what a list asks, or says, before it does something with a row. */
export const actionTitles = { remove: 'Eliminar', restore: 'Restaurar' } as const
