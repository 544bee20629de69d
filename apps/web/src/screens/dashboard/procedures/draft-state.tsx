import classes from './procedures.module.css'
import type { KeptDraft } from './use-kept-draft.ts'

const words: Record<KeptDraft['state'], string> = {
  untouched: '',
  saving: 'Guardando borrador…',
  saved: 'Borrador guardado',
  failed: 'No pudimos guardar el borrador. Lo intentaremos de nuevo cuando sigas escribiendo.',
}

/** Quietly, whether what is being typed is safe. */
export function DraftState({ state }: Pick<KeptDraft, 'state'>) {
  return (
    <p className={classes.draft} role="status">
      {words[state]}
    </p>
  )
}
