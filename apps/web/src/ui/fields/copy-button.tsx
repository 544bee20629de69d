import { Button } from '@mantine/core'
import { useState } from 'react'
import { CheckIcon, CopyIcon } from '../icons/icons.tsx'

interface Props {
  text: string
  label: string
}

/** Absent where the browser does not let pages copy, as on plain http. */
export function CopyButton({ text, label }: Props) {
  const [isCopied, setCopied] = useState(false)
  if (!navigator.clipboard) return null
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={isCopied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      aria-live="polite"
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }
    >
      {isCopied ? 'Copiado' : label}
    </Button>
  )
}
