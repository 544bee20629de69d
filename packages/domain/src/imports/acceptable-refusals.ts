/** Why a load may be refused that a person may apply all the same, knowing what follows. */
export const acceptableRefusals = [
  'older_cutoff',
  'too_many_rejects',
  'too_many_withdrawn',
] as const

export type AcceptableRefusal = (typeof acceptableRefusals)[number]

/** What the command accepts with `--force`; for invalid sales it has a number. */
export const forcedRefusals: readonly AcceptableRefusal[] = ['older_cutoff', 'too_many_withdrawn']

export function isAcceptable(code: string | null): code is AcceptableRefusal {
  return acceptableRefusals.some((each) => each === code)
}

/** What follows for members, said before. */
export const acceptanceConsequences: Record<AcceptableRefusal, string> = {
  older_cutoff:
    'Los socios verán cifras de una fecha anterior a las que ven hoy, hasta que llegue otra carga.',
  too_many_rejects:
    'Las ventas malas conservan su última versión buena, y las que son nuevas no aparecerán.',
  too_many_withdrawn:
    'Las ventas que no vienen en el archivo dejarán de verse en el portal, con sus cuotas y pagos.',
}

/** What was accepted, for the person who decides about the load. */
export const acceptedLabels: Record<AcceptableRefusal, string> = {
  older_cutoff: 'un corte anterior al ya cargado',
  too_many_rejects: 'más ventas malas de lo permitido',
  too_many_withdrawn: 'que desaparezcan muchas ventas',
}
