import { useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { VisuallyHidden } from '../display/visually-hidden.tsx'
import { CheckIcon, CopyIcon } from '../icons/icons.tsx'

interface Props {
  text: string
  label: string
}

/** Absent where the browser does not let pages copy, as on plain http. */
export function CopyButton({ text, label }: Props) {
  const { isCopied, copy } = useCopy(text)
  if (!copy) return null
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={isCopied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      aria-live="polite"
      onClick={copy}
    >
      {isCopied ? 'Copiado' : label}
    </Button>
  )
}

/** The same without a visible label, beside one value. */
export function CopyIconButton({ text, label }: Props) {
  const { isCopied, copy } = useCopy(text)
  if (!copy) return null
  return (
    <>
      <IconButton variant="subtle" aria-label={label} onClick={copy}>
        {isCopied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      </IconButton>
      <VisuallyHidden role="status">{isCopied ? 'Copiado' : ''}</VisuallyHidden>
    </>
  )
}

function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false)
  if (!navigator.clipboard) return { isCopied, copy: null }
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return { isCopied, copy }
}
