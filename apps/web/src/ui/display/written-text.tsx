import { paragraphsOf, partsOf } from '@carpeta/domain/text/written-text'
import { UnbrokenDates } from './unbroken-dates.tsx'
import classes from './written-text.module.css'

/** Text that staff wrote, with links that show where they lead. */
export function WrittenText({ body }: { body: string }) {
  return (
    <div className={classes.writtenText}>
      {paragraphsOf(body).map((lines, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs can be the same.
        <p key={index}>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same.
            <Line key={at} line={line} isFirst={at === 0} />
          ))}
        </p>
      ))}
    </div>
  )
}

function Line({ line, isFirst }: { line: string; isFirst: boolean }) {
  return (
    <>
      {!isFirst && <br />}
      {partsOf(line).map(({ text, address }, index) =>
        address ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same address can come twice.
          <a key={index} href={address} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same text can come twice.
          <UnbrokenDates key={index} text={text} />
        ),
      )}
    </>
  )
}
