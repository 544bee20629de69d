import {
  type HelpPageForm,
  helpPageErrors,
  helpPageLimits,
  helpTopics,
  helpTopicTitles,
} from '@carpeta/domain/help/help-page-rules'
import { HELP_PAGES, type HelpPage, saveHelpPage } from '../../../api/help/help-pages.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { ruleResolver } from '../../../forms/rule-resolver.ts'
import { useDialogForm } from '../../../forms/use-dialog-form.ts'
import { NativeSelect, Textarea, TextInput } from '../../../ui/fields/inputs.ts'

const names = ['title', 'body'] as const
const resolver = ruleResolver<HelpPageForm>(helpPageErrors)
const topics = helpTopics.map((value) => ({ value, label: helpTopicTitles[value] }))

interface Props {
  /** Null creates one. */
  page: HelpPage | null
  onClose: () => void
}

export function OwnPageForm({ page, onClose }: Props) {
  const { form, errors, dialog } = useDialogForm<HelpPageForm>({
    defaultValues: {
      topic: page?.topic ?? 'other',
      title: page?.title ?? '',
      body: page?.body ?? '',
    },
    resolver,
    names,
    resource: HELP_PAGES,
    save: (typed) => saveHelpPage(page, typed),
    onClose,
  })
  const { register } = form

  return (
    <FormDialog {...dialog} title={page ? 'Editar página' : 'Añadir página'} size="lg">
      <TextInput
        {...register('title')}
        label="Título"
        maxLength={helpPageLimits.title}
        data-autofocus
        autoComplete="off"
        error={errors.title?.message}
      />
      <NativeSelect
        {...register('topic')}
        label="Tema"
        description="También se lee al final de la página de ese tema."
        data={topics}
      />
      <Textarea
        {...register('body')}
        label="Texto"
        description="Una línea en blanco separa los párrafos. Una dirección que empieza con https:// se vuelve un enlace."
        rows={10}
        maxLength={helpPageLimits.body}
        error={errors.body?.message}
      />
    </FormDialog>
  )
}
