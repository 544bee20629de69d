import type { AnswerOf } from '@carpeta/contract/endpoints'
import {
  type DocumentCategory,
  documentCategories,
  documentCategoryNames,
  isDocumentCategory,
  MAX_DOCUMENT_TITLE,
  memberDocumentMessages,
  proposeDocument,
} from '@carpeta/domain/member-documents/member-document-rules'
import { counted } from '@carpeta/domain/text/counted'
import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { NativeSelect, TextInput } from '../../ui/fields/inputs.ts'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import list from '../document-list.module.css'
import classes from './member-documents.module.css'
import { SaleSearch } from './sale-search.tsx'

type Reject = AnswerOf<'GET /api/document-imports/:id/'>['rejects'][number]

export interface Correction {
  file: string
  sale_code: string
  category: DocumentCategory
  title: string
}

interface Props {
  rejects: Reject[]
  isBusy: boolean
  /** Absent where the zip is published, and its rejects can only be read. */
  onCorrect: ((corrections: Correction[]) => void) | undefined
}

/** The files of a zip that do not match: each is mended here, or stays out. */
export function ZipRejects({ rejects, isBusy, onCorrect }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const [corrections, setCorrections] = useState<Correction[]>([])
  return (
    <>
      <ul className={`${classes.lines} ${classes.rejects}`}>
        {rejects.map((reject) => {
          const { file, line, reason } = reject
          const correction = corrections.find((each) => each.file === file)
          return (
            <li key={`${file} ${line}`}>
              <span className={classes.name}>{file}</span>
              {correction ? (
                <span className={list.detail}>
                  Corregido: {correction.sale_code} · {documentCategoryNames[correction.category]} ·{' '}
                  {correction.title}
                </span>
              ) : (
                <span className={classes.error}>{reason}</span>
              )}
              {onCorrect && open !== file && (
                <Button
                  variant="default"
                  aria-label={`Corregir ${file}`}
                  onClick={() => setOpen(file)}
                >
                  Corregir
                </Button>
              )}
              {onCorrect && open === file && (
                <CorrectionForm
                  reject={reject}
                  former={correction}
                  onSave={(saved) => {
                    setCorrections([...corrections.filter((each) => each !== correction), saved])
                    setOpen(null)
                  }}
                  onCancel={() => setOpen(null)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {onCorrect && corrections.length > 0 && (
        <div>
          <Button loading={isBusy} onClick={() => onCorrect(corrections)}>
            Revisar de nuevo con {counted(corrections.length, 'corrección', 'correcciones')}
          </Button>
        </div>
      )}
    </>
  )
}

interface FormProps {
  reject: Reject
  former: Correction | undefined
  onSave: (correction: Correction) => void
  onCancel: () => void
}

function CorrectionForm({ reject: { file, sale_code }, former, onSave, onCancel }: FormProps) {
  const [proposed] = useState(() => proposeDocument(file.split('/').at(-1) ?? file, sale_code))
  const [code, setCode] = useState(former?.sale_code ?? sale_code)
  const [category, setCategory] = useState(former?.category ?? proposed.category)
  const [title, setTitle] = useState(former?.title ?? proposed.title)
  const [isChecked, setChecked] = useState(false)

  function save() {
    setChecked(true)
    if (code !== '' && title.trim() !== '') {
      onSave({ file, sale_code: code, category, title: title.trim() })
    }
  }

  return (
    <div className={classes.file}>
      <SaleSearch code={code} of={file} onChoose={setCode} />
      {isChecked && code === '' && <p className={classes.error}>Busca la venta</p>}
      <div className={classes.fields}>
        <NativeSelect
          label="Categoría"
          value={category}
          data={documentCategories.map((each) => ({
            value: each,
            label: documentCategoryNames[each],
          }))}
          onChange={({ currentTarget }) => {
            if (isDocumentCategory(currentTarget.value)) setCategory(currentTarget.value)
          }}
        />
        <TextInput
          className={classes.rest ?? ''}
          label="Título"
          value={title}
          maxLength={MAX_DOCUMENT_TITLE}
          error={isChecked && title.trim() === '' ? memberDocumentMessages.title.text : ''}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </div>
      <ButtonRow>
        <Button onClick={save}>Guardar la corrección</Button>
        <Button variant="default" onClick={onCancel}>
          Cancelar
        </Button>
      </ButtonRow>
    </div>
  )
}
