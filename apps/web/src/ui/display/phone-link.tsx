import classes from './phone-link.module.css'

/** Dials; as it is written elsewhere it may have spaces and dots, at which no line breaks. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className={classes.phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      {phone}
    </a>
  )
}
