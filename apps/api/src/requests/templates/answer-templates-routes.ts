import * as endpoints from '@carpeta/contract/requests/answer-templates-endpoints'
import { definitions } from '@carpeta/contract/requests/answer-templates-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { listTemplates } from './answer-templates-store.ts'
import { deleteAnswerTemplate } from './delete-answer-template.ts'
import { changeTemplate, createTemplate } from './save-answer-template.ts'

/** Texts that staff start an answer with. */
export function answerTemplatesRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    listAnswerTemplates: async () => ({ results: await listTemplates(api.db) }),
    createAnswerTemplate: ({ caller, body }) => createTemplate(api, caller, body),
    changeAnswerTemplate: ({ caller, params: { id }, body }) =>
      changeTemplate(api, caller, { id, changes: body }),
    deleteAnswerTemplate: async ({ caller, params }) => {
      await deleteAnswerTemplate(api, caller, params.id)
      return {}
    },
  })
}
