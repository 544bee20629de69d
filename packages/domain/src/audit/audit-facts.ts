import { permissionName } from '../access/permission-names.ts'
import { dateTimeInSantiago, isCalendarDate, shortDate } from '../dates/dates.ts'
import { helpTopicTitles } from '../help/help-page-rules.ts'
import { acceptedLabels } from '../imports/load-consequences.ts'
import { documentCategoryNames } from '../member-documents/member-document-rules.ts'
import { formatPesos, parsePesos } from '../money/money.ts'
import { invitationNames } from '../people/account-state.ts'
import { formatRut } from '../people/rut.ts'
import { OPERATOR_NAME } from '../personal-data/personal-data-labels.ts'
import { requestEventNames } from '../requests/request-event-names.ts'
import { requestStateLabels } from '../requests/request-labels.ts'
import { saleAccessKindLabels } from '../sales/sale-access-rules.ts'
import { mailOutcomeSentences } from '../setup/mail-outcomes.ts'
import { jobNames } from '../system/job-names.ts'
import { auditActions } from './audit-actions.ts'
import { ERASED_FACT, UNREADABLE_FACT } from './sealed-facts.ts'

export type NamesById = ReadonlyMap<number, string>

/** The names of what the facts refer to by id; without a name the id is shown. */
export interface FactNames {
  groups?: NamesById
  users?: NamesById
  /** Of the rows of a list that was read. */
  ids?: NamesById
}

/** Labels of the object types in the audit log. */
export const auditObjects: Record<string, string> = {
  user: 'Usuario',
  group: 'Grupo',
  procedure: 'Trámite',
  request: 'Solicitud',
  document: 'Documento',
  answer_template: 'Plantilla',
  sale: 'Venta',
  sales: 'Ventas',
  overdue: 'Cuotas atrasadas',
  statement: 'Estado de cuenta',
  holiday: 'Feriado',
  passkey: 'Llave de acceso',
  load: 'Carga',
  member_document: 'Documento de un socio',
  document_import: 'Zip de documentos',
  payment_report: 'Pago informado',
  payment: 'Pago en línea',
  announcement: 'Aviso',
  help_page: 'Página de ayuda',
  import: 'Exportación',
  import_token: 'Token para cargas',
  job: 'Trabajo',
  sale_access: 'Acceso a una compra',
  due_calendar: 'Calendario de vencimientos',
}

/** Labels of the facts; a fact without a label appears under its own name. */
export const factNames: Record<string, string> = {
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
  assignee_id: 'Encargado',
  answer_file: 'Archivo de la respuesta',
  date: 'Fecha',
  is_closed: 'Cerrado',
  queued: 'Correos en cola',
  ids: 'Cuáles',
  all: 'Búsqueda',
  filters: 'Filtros',
  q: 'Búsqueda',
  procedure: 'Trámite',
  member: 'Socio',
  mine: 'Mías',
  unassigned: 'Sin asignar',
  overdue: 'Atrasadas',
  replied: 'Respondió',
  action: 'Qué',
  person: 'Persona',
  actor: 'Quién',
  subject: 'De quién',
  from: 'Desde',
  entries: 'Anotaciones',
  to: 'Hasta',
  folio: 'Folio',
  request_id: 'Solicitud nº',
  body: 'Texto',
  is_superuser: 'Superusuario',
  format: 'Formato',
  requests: 'Solicitudes',
  payments: 'Pagos',
  drafts: 'Borradores',
  sales: 'Ventas',
  coOwnSales: 'Ventas como co-titular',
  cutoff: 'Corte',
  lines: 'Líneas',
  withoutCode: 'Sin código',
  shown: 'A la vista antes',
  vanishing: 'Que ya no vienen',
  vanishingSample: 'De muestra que ya no vienen',
  replacedSample: 'De muestra que ahora son reales',
  added: 'Agregadas',
  changed: 'Cambiadas',
  unchanged: 'Sin cambios',
  bad: 'Rechazadas',
  withdrawn: 'Retiradas',
  newAccounts: 'Cuentas nuevas',
  fullname: 'Nombre',
  invitation: 'Invitación',
  mode: 'Para',
  accepted: 'Aceptado',
  token: 'Token',
  prefix: 'Comienzo',
  days: 'Días',
  ended: 'Sesiones cerradas',
  methods: 'Segundos factores',
  audience: 'Para quién',
  project: 'Proyecto',
  condominium: 'Condominio',
  sends_email: 'Con correo',
  publish_at: 'Se publica el',
  visible_until: 'Visible hasta',
  file: 'Archivo',
  copied_from: 'Copia del aviso nº',
  codes_left: 'Códigos que quedan',
  payment_key: 'Pago',
  paymentReports: 'Pagos informados',
  helped: 'Le sirvió',
  topic: 'Tema',
  outcome: 'Resultado',
  is_hidden: 'Oculta',
  sale_code: 'Venta',
  access_kind: 'Como',
  last_day: 'Último día',
  category: 'Categoría',
  visible_from: 'Visible desde',
  request_letters: 'Correos de sus solicitudes',
  announcement_emails: 'Correos con avisos',
  deed_emails: 'Correos de la escritura',
  payment_emails: 'Correos de pagos',
  due_emails: 'Correos de vencimientos',
  due_days: 'Días antes del vencimiento',
  visible_to_co_holder: 'Visible para el co-titular',
  reason: 'Motivo',
  pesos: 'Pesos',
  task: 'Trabajo',
}

const methods: Record<string, string> = {
  passkey: 'llave de acceso',
  totp: 'aplicación de códigos',
  recovery_code: 'código de recuperación',
}

const audiences: Record<string, string> = {
  all: 'todos los socios',
  project: 'un proyecto',
  condominium: 'un condominio',
}

const formats: Record<string, string> = {
  csv: 'CSV',
  json: 'JSON',
  pdf: 'PDF',
  folder: 'carpeta de archivos',
}

// Labels of facts whose value is one of a few codes.
const valueNames: Record<string, Record<string, string>> = {
  action: auditActions,
  audience: audiences,
  category: documentCategoryNames,
  event: requestEventNames,
  filters: factNames,
  format: formats,
  invitation: invitationNames,
  methods,
  outcome: mailOutcomeSentences,
  state: requestStateLabels,
  task: jobNames,
  topic: helpTopicTitles,
  access_kind: saleAccessKindLabels,
  mode: { check: 'revisarla', apply: 'cargarla' },
  accepted: acceptedLabels,
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/

export function auditObjectName(type: string): string {
  return nameIn(auditObjects, type)
}

/** Who did what nobody with an account did: a visitor has an address, a command of the server has none. */
export function nobodyName(address: string): string {
  return address ? 'Sin ingresar' : OPERATOR_NAME
}

export function factName(name: string): string {
  return nameIn(factNames, name)
}

export function formatFact(name: string, value: unknown, names: FactNames = {}): string {
  if (isEmpty(value)) return 'vacío'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) {
    return value.map((each) => formatItem(name, each, names)).join(', ')
  }
  if (typeof value === 'object') {
    return Object.entries(value ?? {})
      .map(([part, each]) => `${factName(part)} ${formatFact(part, each, names)}`)
      .join(', ')
  }
  return formatText(name, String(value), names)
}

function formatItem(list: string, item: unknown, names: FactNames): string {
  if (list === 'permissions') return permissionName(String(item))
  if (list === 'group_ids') return names.groups?.get(Number(item)) ?? `grupo ${item}`
  if (list === 'ids') return names.ids?.get(Number(item)) ?? String(item)
  return formatFact(list, item, names)
}

function formatText(name: string, text: string, { users }: FactNames): string {
  if (text === ERASED_FACT || text === UNREADABLE_FACT) return text
  if (name === 'social_security') return formatRut(text)
  if (name === 'pesos') return pesosText(text)
  if (name === 'assignee_id') return users?.get(Number(text)) ?? `usuario nº ${text}`
  const labels = Object.hasOwn(valueNames, name) ? valueNames[name] : undefined
  if (labels) return nameIn(labels, text)
  if (isCalendarDate(text)) return shortDate(text)
  return INSTANT.test(text) ? dateTimeInSantiago(text) : text
}

function pesosText(text: string): string {
  const pesos = parsePesos(text)
  return pesos === null ? text : formatPesos(pesos)
}

function nameIn(names: Record<string, string>, code: string): string {
  return Object.hasOwn(names, code) ? (names[code] ?? code) : code
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
