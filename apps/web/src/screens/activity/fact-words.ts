import { dateTimeInSantiago, isCalendarDate, shortDate } from '@carpeta/domain/dates'
import { permissionName } from '@carpeta/domain/permission-names'
import { requestStateLabels } from '@carpeta/domain/request-states'
import { formatRut } from '@carpeta/domain/rut'

export type GroupNames = ReadonlyMap<number, string>

// What the trail calls a fact, and how a person reads it; one that is not here keeps its own name.
const NAMES: Record<string, string> = {
  first_name: 'Nombre',
  last_name: 'Apellido',
  email: 'Correo',
  social_security: 'Rut',
  is_active: 'Activo',
  group_ids: 'Grupos',
  permissions: 'Permisos',
  name: 'Nombre',
  title: 'Título',
  description: 'Descripción',
  documents: 'Documentos',
  answerHours: 'Plazo en horas hábiles',
  isActive: 'Activo',
  order: 'Orden',
  state: 'Estado',
  event: 'Hecho',
  version: 'Versión',
  assignee_id: 'Encargado, usuario nº',
  answer_file: 'Archivo de la respuesta',
  date: 'Fecha',
  is_closed: 'Cerrado',
  queued: 'Cartas en cola',
  ids: 'Números',
  all: 'Filtro',
  body: 'Texto',
  is_superuser: 'Superusuario',
  format: 'Formato',
  requests: 'Solicitudes',
  drafts: 'Borradores',
  cutoff: 'Corte',
  added: 'Agregadas',
  changed: 'Cambiadas',
  unchanged: 'Sin cambios',
  bad: 'Rechazadas',
  withdrawn: 'Retiradas',
  newAccounts: 'Cuentas nuevas',
  fullname: 'Nombre',
  invitation: 'Invitación',
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/

export function factName(name: string): string {
  return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? name) : name
}

export function factWords(name: string, value: unknown, groupNames: GroupNames): string {
  if (isEmpty(value)) return 'vacío'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) {
    return value.map((each) => wordsOfItem(name, each, groupNames)).join(', ')
  }
  if (typeof value === 'object') {
    return Object.entries(value ?? {})
      .map(([part, each]) => `${factName(part)} ${factWords(part, each, groupNames)}`)
      .join(', ')
  }
  return wordsOfText(name, String(value))
}

function wordsOfItem(list: string, item: unknown, groupNames: GroupNames): string {
  if (list === 'permissions') return permissionName(String(item))
  if (list === 'group_ids') return groupNames.get(Number(item)) ?? `grupo ${item}`
  return factWords(list, item, groupNames)
}

function wordsOfText(name: string, text: string): string {
  if (name === 'social_security') return formatRut(text)
  if (name === 'state') return stateWords(text)
  if (isCalendarDate(text)) return shortDate(text)
  return INSTANT.test(text) ? dateTimeInSantiago(text) : text
}

function stateWords(state: string): string {
  const labels: Record<string, string> = requestStateLabels
  return labels[state] ?? state
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
