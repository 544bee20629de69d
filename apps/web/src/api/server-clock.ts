/** Milliseconds by which the server's clock is ahead of this device's: 0 until an answer says its time. */
let ahead = 0

/** A device's clock may be a day off; what is due and what a payment costs follow the server's day. */
export function readServerTime({ headers }: Response) {
  const time = Date.parse(headers.get('date') ?? '')
  if (time) ahead = time - Date.now()
}

/** The server's time. */
export function serverNow(): Date {
  return new Date(Date.now() + ahead)
}
