import { counted } from '@carpeta/domain/text/counted'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import text from '../../../../docs/manual-del-personal.md?raw'
import { from } from '../ui/breakpoints.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { TextInput } from '../ui/fields/inputs.ts'
import { PrinterIcon, SearchIcon } from '../ui/icons/icons.tsx'
import { Page } from '../ui/layout/page.tsx'
import { useHashArrival } from '../ui/use-hash-arrival.ts'
import { useMedia } from '../ui/use-media.ts'
import classes from './manual.module.css'
import { Markdown } from './markdown.tsx'
import { type Chapter, findInManual, readManual } from './read-manual.ts'

const manual = readManual(text)

/** The manual of the staff, which is written in docs. */
export function Component() {
  const { key } = useLocation()
  const [search, setSearch] = useState({ typed: '', at: key })
  // Who follows a link to a part sees it, whatever was searched before.
  const typed = search.at === key ? search.typed : ''
  const chapters = findInManual(manual.chapters, typed)
  const isFiltered = typed.trim() !== ''
  useHashArrival()

  return (
    <Page
      title="Manual"
      actions={
        <Button
          variant="default"
          size="sm"
          leftSection={<PrinterIcon size={18} />}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
      }
    >
      <div className={classes.page}>
        <search className={classes.search}>
          <TextInput
            type="search"
            size="sm"
            aria-label="Buscar en el manual"
            placeholder="Buscar en el manual"
            leftSection={<SearchIcon size={18} />}
            value={typed}
            maxLength={200}
            autoComplete="off"
            onChange={({ currentTarget }) => setSearch({ typed: currentTarget.value, at: key })}
          />
          <p role="status">{isFiltered && foundText(chapters)}</p>
        </search>
        <Contents chapters={chapters} />
        <div className={classes.text}>
          {!isFiltered && <Markdown tokens={manual.intro} title="Manual" />}
          {chapters.map((chapter) => (
            <section key={chapter.id} className={classes.chapter}>
              <h2 id={chapter.id} tabIndex={-1}>
                {chapter.title}
              </h2>
              <Markdown tokens={chapter.blocks} title={chapter.title} />
              {chapter.parts.map((part) => (
                <section key={part.id} className={classes.part}>
                  <h3 id={part.id} tabIndex={-1}>
                    {part.title}
                  </h3>
                  <Markdown tokens={part.blocks} title={part.title} />
                </section>
              ))}
            </section>
          ))}
          {chapters.length === 0 && (
            <EmptyState title="El manual no tiene esas palabras">
              Prueba con menos palabras, o con otra.
            </EmptyState>
          )}
        </div>
      </div>
    </Page>
  )
}

function foundText(chapters: Chapter[]): string {
  const parts = chapters.flatMap((chapter) => [
    ...(chapter.blocks.length > 0 ? [chapter] : []),
    ...chapter.parts,
  ])
  return counted(parts.length, 'parte', 'partes')
}

/** Open on a wide screen, where it is beside the text. */
function Contents({ chapters }: { chapters: Chapter[] }) {
  const isWide = useMedia(from('desktop'))
  return (
    <nav className={classes.contents} aria-label="Partes del manual">
      <details open={isWide}>
        <summary>Partes del manual</summary>
        <ol>
          {chapters.map((chapter) => (
            <li key={chapter.id}>
              <Link to={`#${chapter.id}`}>{chapter.title}</Link>
              {chapter.parts.length > 0 && (
                <ul>
                  {chapter.parts.map(({ id, title }) => (
                    <li key={id}>
                      <Link to={`#${id}`}>{title}</Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}
