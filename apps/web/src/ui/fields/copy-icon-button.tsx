import { useState } from 'react'
import { VisuallyHidden } from '../display/visually-hidden.ts'
import { CheckIcon, CopyIcon } from '../icons/icons.tsx'
import { ActionIcon } from './action-icon.ts'

interface Props {
  text: string
  label: string
}

/** Copies one value, beside it. Absent where the browser does not let pages copy, as on plain http. */
export function CopyIconButton({ text, label }: Props) {
  const [isCopied, setCopied] = useState(false)
  if (!navigator.clipboard) return null
  return (
    <>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={label}
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        {isCopied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      </ActionIcon>
      <VisuallyHidden role="status">{isCopied ? 'Copiado' : ''}</VisuallyHidden>
    </>
  )
}
