/** Reports that staff download, each as one table. */
export const reportNames = ['answers', 'open', 'accounts', 'activations'] as const

export type ReportName = (typeof reportNames)[number]

export const reportFiles: Record<ReportName, string> = {
  answers: 'informe-respuestas.csv',
  open: 'informe-abiertas.csv',
  accounts: 'informe-cuentas.csv',
  activations: 'informe-activaciones.csv',
}
