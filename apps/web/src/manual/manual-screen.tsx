import { counted } from '@carpeta/domain/text/counted'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import text from '../../../../docs/manual-del-personal.md?raw'
import { from } from '../ui/breakpoints.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { TextInput } from '../ui/fields/inputs.ts'
import { PrinterIcon, SearchIcon } from '../ui/icons/icons.tsx'
import { BackLink } from '../ui/layout/back-link.tsx'
import { Page } from '../ui/layout/page.tsx'
import { useHashArrival } from '../ui/use-hash-arrival.ts'
import { useMedia } from '../ui/use-media.ts'
import { usePrinting } from '../ui/use-printing.ts'
import classes from './manual.module.css'
import { Markdown } from './markdown.tsx'
import {
  type FoundPage,
  findInManual,
  type ManualPage,
  type Part,
  pagesOf,
  readManual,
} from './read-manual.ts'

const { intro, chapters } = readManual(text)
const pages = pagesOf(chapters)

/** The manual of the staff, which is written in docs: a page for each part, which the address names by its hash. */
export function Component() {
  const { key, hash } = useLocation()
  const [search, setSearch] = useState({ typed: '', at: key })
  // Who follows a link to a part sees it, whatever was searched before.
  const typed = search.at === key ? search.typed : ''
  const isFiltered = typed.trim() !== ''
  const found = isFiltered ? findInManual(chapters, typed) : []
  const shown = pages.find(({ part }) => part.id === idIn(hash))
  useHashArrival()

  return (
    <Page
      title="Manual"
      documentTitle={shown ? `${shown.part.title} · Manual` : 'Manual'}
      actions={
        <Button
          variant="default"
          size="sm"
          leftSection={<PrinterIcon size={18} />}
          onClick={() => window.print()}
        >
          {shown ? 'Imprimir' : 'Imprimir todo'}
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
          <p role="status">{isFiltered && counted(found.length, 'parte', 'partes')}</p>
        </search>
        {isFiltered && <Found pages={found} />}
        {!isFiltered && (shown ? <OnePage page={shown} /> : <Parts />)}
      </div>
    </Page>
  )
}

function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

function Found({ pages }: { pages: FoundPage[] }) {
  if (pages.length === 0) {
    return (
      <EmptyState title="El manual no tiene esas palabras">
        Prueba con menos palabras, o con otra.
      </EmptyState>
    )
  }
  return (
    <ul className={classes.found}>
      {pages.map(({ chapter, part, excerpt }) => (
        <li key={part.id}>
          <Link to={`#${part.id}`}>{part.title}</Link>
          {part !== chapter && <p className={classes.where}>{chapter.title}</p>}
          <p>{excerpt}</p>
        </li>
      ))}
    </ul>
  )
}

/** What the manual has, by chapter; on paper, all of it. */
function Parts() {
  if (usePrinting()) return <Whole />
  return (
    <div className={classes.text}>
      <Markdown tokens={intro} title="Manual" />
      <nav className={classes.chapters} aria-label="Partes del manual">
        {chapters.map((chapter) => (
          <section key={chapter.id}>
            <h2>
              <Link className={classes.chapter} to={`#${chapter.id}`}>
                {chapter.title}
              </Link>
            </h2>
            <Links parts={chapter.parts} />
          </section>
        ))}
      </nav>
    </div>
  )
}

function Links({ parts, shown }: { parts: Part[]; shown?: Part }) {
  if (parts.length === 0) return null
  return (
    <ul className={classes.links}>
      {parts.map((part) => (
        <li key={part.id}>
          <Link to={`#${part.id}`} aria-current={part === shown ? 'page' : undefined}>
            {part.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Whole() {
  return (
    <div className={classes.text}>
      <Markdown tokens={intro} title="Manual" />
      {pages.map(({ chapter, part }) => (
        <section key={part.id} className={classes.part}>
          {part === chapter ? <h2>{part.title}</h2> : <h3>{part.title}</h3>}
          <Markdown tokens={part.blocks} title={part.title} />
        </section>
      ))}
    </div>
  )
}

function OnePage({ page }: { page: ManualPage }) {
  const { chapter, part } = page
  const isWide = useMedia(from('desktop'))
  const at = pages.indexOf(page)
  return (
    <div className={classes.columns}>
      {isWide && <Contents page={page} />}
      <div className={classes.text}>
        {!isWide && <BackLink to="/manual">Partes del manual</BackLink>}
        <section className={classes.part}>
          {part !== chapter && (
            <p className={classes.where}>
              <Link to={`#${chapter.id}`}>{chapter.title}</Link>
            </p>
          )}
          <h2 id={part.id} tabIndex={-1}>
            {part.title}
          </h2>
          <Markdown tokens={part.blocks} title={part.title} />
          {part === chapter && <Links parts={chapter.parts} />}
        </section>
        <nav className={classes.others} aria-label="Otras partes">
          <Other page={pages[at - 1]} label="Antes" />
          <Other page={pages[at + 1]} label="Después" />
        </nav>
      </div>
    </div>
  )
}

function Other({ page, label }: { page: ManualPage | undefined; label: string }) {
  if (!page) return null
  return (
    <Link to={`#${page.part.id}`}>
      <span className={classes.where}>{label}</span> {page.part.title}
    </Link>
  )
}

/** The chapters, with the parts of the one that is read. */
function Contents({ page: { chapter, part } }: { page: ManualPage }) {
  return (
    <nav className={classes.contents} aria-label="Partes del manual">
      <Link to="/manual">Partes del manual</Link>
      <ol>
        {chapters.map((each) => (
          <li key={each.id}>
            <Link to={`#${each.id}`} aria-current={each === part ? 'page' : undefined}>
              {each.title}
            </Link>
            {each === chapter && <Links parts={each.parts} shown={part} />}
          </li>
        ))}
      </ol>
    </nav>
  )
}
