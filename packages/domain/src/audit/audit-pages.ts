/** On the last page of the audit log, when more entries match than have pages. */
export const LIMITED_NOTICE =
  'Estas páginas tienen las 10.000 anotaciones más recientes. Para ver anteriores, elige un día en «Hasta».'
