import { expect, test } from 'vitest'
import { renderAt } from '../testing/render-at.tsx'
import { FileChooser, MoreFiles } from './file-chooser.tsx'

test('every way to choose a photo takes JPEG first, and neither HEIC nor any image, so that an iPhone or a Mac converts its photos to it (§12.1725)', () => {
  const nothing = () => {}
  renderAt(
    '/',
    <>
      <FileChooser title="Cédula" isMultiple={false} disabled={false} onFiles={nothing} />
      <MoreFiles
        {...{ label: 'Agregar', text: 'Agregar', variant: 'subtle' }}
        disabled={false}
        onFiles={nothing}
      />
    </>,
  )
  const inputs = [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')]
  expect(inputs).toHaveLength(3)
  for (const { accept } of inputs) {
    const types = accept.split(',')
    expect(types[0]).toBe('image/jpeg')
    expect(types.filter((type) => /heic|heif|\*/i.test(type))).toEqual([])
  }
})
