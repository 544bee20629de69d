import classes from './display.module.css'

const DATES_AND_REST = /(?<date>\d\d-\d\d-\d{4})|\D+|\d/g

/** A sentence that does not wrap inside its dates, at whose hyphens a browser may break. */
export function UnbrokenDates({ text }: { text: string }) {
  return [...text.matchAll(DATES_AND_REST)].map(({ 0: part, index: start, groups }) => (
    <span key={start} className={groups?.date && classes.part}>
      {part}
    </span>
  ))
}
