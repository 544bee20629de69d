/** Background jobs as 'Sistema' names them. */
export const jobNames: Record<string, string> = {
  send_email: 'Enviar un correo',
  send_link_email: 'Enviar un enlace por correo',
  send_restore_email: 'Enviar un enlace para recuperar la contraseña',
  request_restore: 'Atender a quien olvidó su contraseña',
  send_invitation: 'Enviar una invitación',
  enqueue_invitations: 'Preparar invitaciones',
  publish_announcement: 'Publicar un aviso a su hora',
  send_announcement_email: 'Enviar un aviso por correo',
  enqueue_announcement_emails: 'Preparar los correos de un aviso',
  send_news_email: 'Enviar un correo de novedades',
  enqueue_news_emails: 'Preparar los correos de novedades',
  notify_sale_access: 'Avisar de un acceso a una compra',
  record_due_instalments: 'Anotar cuotas por vencer',
  import_from_accounting: 'Cargar desde la base de contabilidad',
  run_import: 'Cargar una exportación',
  undo_load: 'Deshacer una carga',
  remove_exports: 'Borrar exportaciones antiguas',
  update_uf: 'Buscar el valor de la UF',
  follow_payments: 'Seguir los pagos en línea',
  remind_of_drafts: 'Recordar solicitudes sin enviar',
  delete_old_drafts: 'Borrar borradores antiguos',
  record_answer_times: 'Anotar plazos de respuesta',
  check_documents: 'Revisar documentos por publicar',
  publish_documents: 'Publicar documentos',
  delete_old_document_imports: 'Borrar documentos sin publicar',
  remove_documents: 'Borrar archivos',
  remove_orphaned_documents: 'Borrar archivos sin documento',
  chain_audit_log: 'Encadenar la bitácora',
  anchor_audit_log: 'Anclar la bitácora',
  delete_audit_folds: 'Ordenar las lecturas de la bitácora',
  apply_retention: 'Borrar lo que cumplió su plazo',
  watch_backups: 'Vigilar los respaldos',
  delete_expired_links: 'Borrar enlaces vencidos',
  delete_old_enrollments: 'Borrar segundos factores sin confirmar',
  reseal_totp_secrets: 'Cifrar de nuevo los segundos factores',
  delete_old_login_attempts: 'Borrar intentos de ingreso antiguos',
}

/** A job of another version keeps its technical name. */
export function jobName(task: string): string {
  return jobNames[task] ?? task
}
