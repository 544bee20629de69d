import classes from './unbroken-dates.module.css'

const DATE = /(\d\d-\d\d-\d{4}|Nº \d+|\b[A-Z]-\d+)/

/** A sentence that does not wrap inside its dates, at whose hyphens a browser may break, nor in the number of a request or a sale. */
export function UnbrokenDates({ text }: { text: string }) {
  return text.split(DATE).map((part, index) =>
    DATE.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same date can come twice.
      <span key={index} className={classes.date}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}
