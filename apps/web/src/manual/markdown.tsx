import type { MarkedToken, Token, Tokens } from 'marked'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { DataTable } from '../ui/table/data-table.tsx'

/** @param title names the tables to screen readers */
export function Markdown({ tokens = [], title }: { tokens?: Token[]; title: string }) {
  return (tokens as MarkedToken[]).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change.
    <Fragment key={index}>
      <OneToken token={token} title={title} />
    </Fragment>
  ))
}

function OneToken({ token, title }: { token: MarkedToken; title: string }) {
  const inside = ({ tokens }: { tokens?: Token[] }) => <Markdown tokens={tokens} title={title} />
  switch (token.type) {
    case 'space':
      return null
    case 'paragraph':
      return <p>{inside(token)}</p>
    case 'list': {
      const List = token.ordered ? 'ol' : 'ul'
      return (
        <List>
          {token.items.map((item) => (
            <li key={item.raw}>{inside(item)}</li>
          ))}
        </List>
      )
    }
    case 'table':
      return <MarkdownTable table={token} title={title} />
    case 'strong':
      return <strong>{inside(token)}</strong>
    case 'em':
      return <em>{inside(token)}</em>
    case 'link':
      // Nothing leads out of the portal.
      return /^(#|\/(?!\/))/.test(token.href) ? (
        <Link to={token.href}>{inside(token)}</Link>
      ) : (
        inside(token)
      )
    case 'text':
      return token.tokens ? inside(token) : <UnbrokenDates text={token.text} />
    default:
      return token.raw
  }
}

function MarkdownTable({ table, title }: { table: Tokens.Table; title: string }) {
  return (
    <DataTable
      caption={title}
      columns={table.header.map((header, index) => ({
        header: header.text,
        cell: (row: Tokens.TableCell[]) => <Markdown tokens={row[index]?.tokens} title={title} />,
        onCard: index === 0 ? 'title' : 'line',
      }))}
      rows={table.rows}
      rowKey={(_, index) => index}
      empty=""
    />
  )
}
