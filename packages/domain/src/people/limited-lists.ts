import { groupThousands } from '../text/counted.ts'

/** So many people of a long list have pages, so that no call counts more (docs/decisions/staff.md). */
export const MAX_LISTED_PEOPLE = 1000

const most = groupThousands(String(MAX_LISTED_PEOPLE))

export const LIMITED_USERS_NOTICE = `Hay más de ${most} resultados y estas páginas tienen los primeros. Para encontrar a otras personas, escribe más del nombre, del correo o del rut.`

export const LIMITED_READERS_NOTICE = `Hay más de ${most} personas y estas páginas tienen las primeras. Para encontrar a las demás, usa los filtros.`
